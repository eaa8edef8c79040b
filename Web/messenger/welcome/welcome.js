import { Messenger } from "../../grove/messenger/messenger.js";
import { fill, find, h } from "../../ui/dom.js";
import { icon } from "../../ui/icons.js";
import { errorSentence, failureOf } from "../sentences.js";
import { busy } from "../busy-button.js";
import { unkeptCode } from "../local-storage-keys.js";
import { handleFrom, isHandle } from "./handle.js";

/** @typedef {(messenger: Messenger) => void} Begin */

/** @param {string} id @returns {HTMLInputElement} */
const input = (id) => /** @type {HTMLInputElement} */ (find(`#${id}`));

/** @param {Begin} begin the first run: a new account, or a device more of one there is */
export function welcome(begin) {
  localStorage.removeItem(unkeptCode);
  const [name, handle] = [input("name"), input("handle")];
  const problem = find("#first-problem");
  let isOwn = handle.value !== "";
  name.addEventListener("input", () => {
    if (!isOwn) handle.value = handleFrom(name.value);
  });
  handle.addEventListener("input", () => (isOwn = handle.value !== ""));
  /** @param {HTMLInputElement} field @param {string} words */
  const refuse = (field, words) => {
    problem.textContent = words;
    field.setAttribute("aria-invalid", "true");
    field.focus();
  };
  find("#first").addEventListener("submit", async (event) => {
    event.preventDefault();
    problem.textContent = "";
    for (const field of [name, handle]) field.removeAttribute("aria-invalid");
    const request = { handle: handle.value.trim().toLowerCase(), displayName: name.value.trim() };
    if (!request.displayName) return refuse(name, "Say what others should call you.");
    if (!isHandle(request.handle)) {
      return refuse(handle, "A handle is made of small letters, digits and . _ -");
    }
    await busy(input("begin"), "Making your keys…", async () => {
      // Before there is one: the page may go at any moment from here on.
      localStorage.setItem(unkeptCode, "1");
      const { messenger, recoveryCode } = await Messenger.signUp(request);
      keepCode(recoveryCode, messenger.me.handle, () => {
        begin(messenger);
        find("#new").focus();
      });
    }, (error) => failureOf(error).code === "handle_taken" ? refuse(handle, errorSentence(error))
      : (problem.textContent = errorSentence(error)));
  });
  find("#link-here").addEventListener("click", async () =>
    (await import("./link-here.js")).linkHere(begin));
  find("#recover").addEventListener("click", async () =>
    (await import("./recover.js")).recover(begin));
  if (location.hash.startsWith("#h=")) find("#welcome-hint").hidden = false;
  for (const id of ["begin", "link-here", "recover"]) input(id).disabled = false;
  if (document.activeElement === document.body) name.focus();
}

/**
 * Another step of the first run.
 *
 * @param {string} title
 * @param {import("../../ui/dom.js").Child[]} children
 * @param {boolean} [isFinal] there is no way back
 */
export function step(title, children, isFinal) {
  const heading = h("h1", { tabindex: "-1" }, title);
  fill(find(".welcome-box"),
    h("div", { class: "step-title" },
      !isFinal && h("button", { type: "button", class: "icon-button", "aria-label": "Back",
        onclick: () => location.reload() }, icon("back")), heading),
    ...children);
  heading.focus();
  return heading;
}

/** @param {string} code @param {string} handle @param {() => void} done */
async function keepCode(code, handle, done) {
  const { recoveryCode } = await import("./recovery-code.js");
  recoveryCode(code, handle, done);
}
