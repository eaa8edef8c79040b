import { Messenger } from "../../grove/messenger/messenger.js";
import { switchRow } from "../../ui/choices.js";
import { h } from "../../ui/dom.js";
import { errorSentence } from "../sentences.js";
import { cameLater } from "../local-storage-keys.js";
import { isHandle } from "./handle.js";
import { busy } from "../busy-button.js";
import { step } from "./welcome.js";

/**
 * @param {import("./welcome.js").Begin} begin makes this browser the device of an account whose
 *   others are lost
 */
export function recover(begin) {
  let keepingDevices = false;
  const handle = h("input", { class: "input", id: "old-handle", autocomplete: "username",
    required: true,
    autocapitalize: "none", spellcheck: "false" });
  const code = h("textarea", { class: "input code", id: "old-code", rows: "2", autocomplete: "off",
    required: true, autocapitalize: "characters", spellcheck: "false",
      "aria-describedby": "code-hint" });
  const problem = h("p", { class: "error", role: "alert" });
  const button = h("button", { class: "button primary wide" }, "Recover");
  step("Use a recovery code", [h("form", { class: "stack", novalidate: true,
    onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      const written = handle.value.trim().toLowerCase();
      const [wrong, words = ""] = !isHandle(written) ? [handle, "Say which handle was yours."]
        : code.value.trim() === "" ? [code, "Type your recovery code."] : [];
      problem.textContent = words;
      for (const field of [handle, code]) field.setAttribute("aria-invalid", `${field === wrong}`);
      if (wrong) return wrong.focus();
      void busy(button, "Recovering…", async () => {
        // Copied from a page or a file it comes in lines.
        const messenger = await Messenger.recover({ handle: written, keepingDevices, code: code.value.replace(/\s+/gu, " ").trim() });
        localStorage.setItem(cameLater, "recovered");
        begin(messenger);
      },
      (error) => (problem.textContent = errorSentence(error)));
    } },
  h("div", { class: "field" }, h("label", { for: "old-handle" }, "Your handle"), handle),
  h("div", { class: "field" }, h("label", { for: "old-code" }, "Recovery code"), code,
    h("p", { class: "small quiet", id: "code-hint" },
      "Thirty-two letters and digits. Spaces and small letters do not matter.")),
  h("div", { class: "choices" }, switchRow({ title: "Keep my other devices",
    detail: "Leave this off if one of them was stolen.", checked: false,
    onchange: (checked) => (keepingDevices = checked) })),
  h("p", { class: "small quiet" }, "Messages from before are not on this browser. " +
    "People you write with are told that your devices changed."),
  problem, button)]);
  handle.focus();
}
