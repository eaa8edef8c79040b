import { openDialog } from "../../ui/dialog.js";
import { h } from "../../ui/dom.js";
import { busy } from "../busy.js";
import { errorSentence, sizeWords } from "../all-words.js";

/** @typedef {import("../thread/thread-view.js").ThreadView} ThreadView */

const limit = 25 * 1024 * 1024;

/** @param {ThreadView} view @param {File} file asks before a copy of it leaves */
export function sendFile(view, file) {
  const tooBig = file.size > limit;
  const problem = h("p", { class: "error", role: "alert" },
    tooBig && `At most ${sizeWords(limit)} can be sent.`);
  const button = h("button", { type: "button", class: "button primary", disabled: tooBig,
    onclick: () =>
    busy(button, "Sending…", async () => {
      const text = view.composer.text.value.trim();
      await view.app.messenger.sendCopy(view.id, file,
        { name: file.name, text: text || undefined });
      view.composer.clear();
      close();
      view.list.toEnd();
    }, (error) => (problem.textContent = errorSentence(error))) }, "Send");
  const { close } = openDialog({ title: "Send a copy", body: [
    h("p", null, h("strong", null, file.name), ` · ${sizeWords(file.size)}`),
    h("p", { class: "small quiet" },
      `To ${view.conversation?.title ?? ""}. Everybody in the conversation ` +
      "gets a copy of their own."), problem], foot: [button] });
  button.focus();
}
