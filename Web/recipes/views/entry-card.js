import { fill, h } from "../../ui/dom.js";
import { MessengerWindow } from "../../grove/bridge/messenger-window.js";
import { codeOf } from "../server/problem.js";
import { enterWithMessenger } from "../sharing/entry.js";
import { sentenceOf } from "./sentences.js";

/**
 * One button for who was invited and is not signed in: their messenger shows it, and the account makes itself.
 *
 * @param {{ server: import("../app.js").App["server"], config: import("../app.js").Config }} app
 * @param {{ collaborationID: string, messengerOrigin: string, done: (me: import("../server/body-types.js").Me) => void }}
 *   place
 * @returns {HTMLElement}
 */
export function entryCard(app, { collaborationID, messengerOrigin, done }) {
  const problem = h("p", { class: "error", role: "alert" });
  const body = h("div", { class: "stack" });
  const isOther = messengerOrigin !== app.config.messengerOrigin;

  /** @param {string} text @param {() => unknown} onclick @param {string} kind */
  const button = (text, onclick, kind) => h("button", { type: "button", class: `button ${kind} wide`, onclick }, text);

  function begin() {
    fill(body,
      h("p", null, "Your messenger shows that you were invited. You need no account for that."),
      isOther && h("p", { class: "note warning" },
        `This link names a messenger of its own, ${new URL(messengerOrigin).host}. Go on only if that is yours.`),
      button("Open with your messenger", () => void open(), "primary"));
  }

  /** In a click: browsers open windows for nothing else. */
  async function open() {
    problem.textContent = "";
    const messenger = MessengerWindow.open(messengerOrigin, "/prove");
    if (messenger.isBlocked) {
      problem.textContent = "Your browser did not open the messenger. Allow windows for this page, or try again.";
      return;
    }
    fill(body, h("p", { role: "status" }, "Look at your messenger: it asks whether to open this recipe."),
      button("Show the messenger", () => messenger.focus(), ""),
      button("Cancel", () => messenger.close(), "plain"));
    try {
      const entered = await enterWithMessenger(app.server, messenger, collaborationID);
      if (entered.ok) {
        messenger.close();
        return done(entered.me);
      }
      problem.textContent = entered.sentence;
    } catch (error) {
      problem.textContent = codeOf(error) === "forbidden"
        ? "This server takes no new accounts by itself. Sign in with the account you have." : sentenceOf(error);
    }
    begin();
  }

  begin();
  return h("section", { class: "stack card sign-in", "aria-label": "You were invited" },
    h("h2", null, "Somebody shared a recipe with you"), body, problem);
}
