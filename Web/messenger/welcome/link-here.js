import { Messenger } from "../../grove/messenger/messenger.js";
import { fill, h } from "../../ui/dom.js";
import { icon } from "../../ui/icons.js";
import { cameLater } from "../local-storage-keys.js";
import { digitGroups } from "../digit-groups.js";
import { errorSentence } from "../sentences.js";
import { copy } from "./recovery-code.js";
import { step } from "./welcome.js";

/**
 * @param {import("./welcome.js").Begin} begin makes this browser a device of an account there is
 */
export async function linkHere(begin) {
  const place = h("div", { class: "stack" }, h("p", { class: "quiet", role: "status" },
    "Making keys…"));
  step("Link this browser", [place]);
  /** @param {string} digits */
  const confirm = (digits) => new Promise((/** @type {(answer: boolean) => void} */ resolve) => {
    const yes = h("button", { type: "button", class: "button primary", onclick: () => {
      fill(place, h("p", { role: "status" }, "Linking…"));
      resolve(true);
    } }, "They are the same");
    fill(place, h("p", { role: "status" }, "Does your other device show these digits?"),
      h("p", { class: "secret code digits" }, digitGroups(digits)),
      h("p", { class: "small quiet" },
        "If not, somebody else has answered. Say no and begin again."),
      h("div", { class: "buttons" },
        h("button", { type: "button", class: "button", onclick: () => resolve(false) }, "No"),
          yes));
    yes.focus();
  });
  try {
    const { text, done, cancel } = await Messenger.beginLinking({ confirm });
    addEventListener("pagehide", cancel);
    fill(place,
      h("ol", { class: "stack tight" }, [
        "Open Grove on a device you already use.",
        "There: Settings, Devices, Link another device.",
        "Paste this code there. It is good for ten minutes.",
      ].map((line, place) => h("li", null, `${place + 1}. ${line}`))),
      h("p", { class: "code code-text", "aria-label": "Code of this browser" }, text),
      h("button", { type: "button", class: "button", onclick: () => copy(text) }, icon("copy"),
        "Copy"),
      h("p", { class: "small quiet", role: "status" }, "Waiting for your other device…"));
    const messenger = await done;
    localStorage.setItem(cameLater, "linked");
    begin(messenger);
  } catch (error) {
    fill(place, h("p", { class: "error", role: "alert" }, errorSentence(error)),
      h("button", { type: "button", class: "button", onclick: () => linkHere(begin) },
        "Try again"));
  }
}
