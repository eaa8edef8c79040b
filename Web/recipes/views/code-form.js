import { find, h, newID } from "../../ui/dom.js";
import { say } from "../../ui/status.js";
import { makeCode, nameAndAccount, sentenceOf } from "./sentences.js";

/**
 * Signing in by a code that the person has made where they are signed in (protocol 8.10). The server takes it however
 * it is typed: small letters, spaces, an O for a nought.
 *
 * @param {import("../server/app-server.js").AppServer} server
 * @param {(me: import("../server/body-types.js").Me) => void} done
 * @param {{ code?: string, isKnown?: boolean, send?: string, back?: () => void }} words `code`: what a link has brought;
 *   never sent by itself, so that nobody's link signs a person in to an account that is not theirs. `isKnown`: it is said
 *   around the form what it is for. `send`: what the button does. `back`: to another way in
 */
export function codeForm(server, done, { code = "", isKnown = false, send = "Sign in", back } = {}) {
  const id = newID();
  const problem = h("p", { class: "error", role: "alert" });
  const field = /** @type {HTMLInputElement} */ (h("input", { class: "input code", id, name: "code", value: code,
    maxlength: 64, required: true, autocomplete: "off", autocapitalize: "characters", spellcheck: "false",
    "aria-describedby": `${id}-h` }));
  const button = h("button", { class: "button primary wide" }, send);
  const form = h("form", { class: "stack card sign-in", novalidate: true },
    !isKnown && [h("h2", null, "Sign in with a code"), wayToCode()],
    h("div", { class: "field" }, h("label", { for: id }, "Code"), field,
      h("p", { class: "small quiet", id: `${id}-h` }, "Ten letters and digits, good once and for ten minutes.")),
    problem, button,
    back && h("button", { type: "button", class: "button plain wide", onclick: back }, "Back"));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (button.disabled) return;
    problem.textContent = field.value.trim() ? "" : "Enter the code.";
    if (problem.textContent) return field.focus();
    button.disabled = true;
    try {
      const session = await server.useSignInCode(field.value);
      // Whether it has a password is said before one signs out of it. That it is not known now is no harm.
      const me = await server.me().catch(() => session);
      done(me);
      // Somebody else may have given the code.
      say(`You are signed in as ${nameAndAccount(me)}`);
    } catch (error) {
      problem.textContent = sentenceOf(error);
      find("input", form).focus();
    } finally {
      button.disabled = false;
    }
  });
  return form;
}

/** Where a code is had, word for word as that page has it. */
export const wayToCode = () => h("p", null, "On a device where you are signed in, open ", h("b", null, "Your account"),
  " and choose ", h("b", null, makeCode), ". Enter here the code that it shows.");
