import { h } from "../../ui/dom.js";
import { icon } from "../../ui/icons.js";
import { unkeptCode } from "../local-storage-keys.js";
import { say } from "../../ui/status.js";
import { saveAs } from "../thread/file-card.js";
import { step } from "./welcome.js";

/** @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    say("Copied");
  } catch {
    say("This browser does not let the page copy. Select the text and copy it yourself.");
  }
}

/**
 * Shows the code once; it is stored nowhere. Whoever leaves the page before they said that they kept
 * it is warned, and told afterwards.
 *
 * @param {string} code in groups of four
 * @param {string} handle
 * @param {() => void} done
 */
export function recoveryCode(code, handle, done) {
  const groups = code.trim().split(/[\s-]+/u);
  const warn = (/** @type {Event} */ event) => event.preventDefault();
  window.addEventListener("beforeunload", warn);
  const next = h("button", { type: "button", class: "button primary wide", disabled: true,
    onclick: () => {
      window.removeEventListener("beforeunload", warn);
      localStorage.removeItem(unkeptCode);
      done();
    } }, "Continue");
  const kept = h("input", { type: "checkbox", role: "switch", class: "switch", id: "kept",
    onchange: () => (next.disabled = !kept.checked) });
  const file = `Grove recovery code of ${handle} at ${location.host}\n\n${groups.join(" ")}\n\n` +
    "Whoever has this code can take over the account. Keep it where only you find it.\n";
  step("Your recovery code", [
    h("p", null, "If all your devices are lost, this code brings your account back. It is shown ",
      h("strong", null, "only now"), ", and nobody else has it."),
    h("p", { class: "secret code", id: "code", "aria-label": "Recovery code" },
      groups.map((group) => h("span", null, `${group} `))),
    h("div", { class: "buttons" },
      h("button", { type: "button", class: "button", onclick: () => copy(groups.join(" ")) },
        icon("copy"), "Copy"),
      h("button", { type: "button", class: "button", onclick: () =>
        saveAs(new Blob([file]), `grove-recovery-${handle}.txt`) }, icon("document"), "Download as text file")),
    h("label", { class: "choice card", for: "kept" }, "I have kept it", kept),
    next,
  ], true);
}
