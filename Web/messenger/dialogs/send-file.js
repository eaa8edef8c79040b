import { openDialog } from "../../ui/dialog.js";
import { h } from "../../ui/dom.js";
import { busy } from "../busy-button.js";
import { errorSentence, sizeText } from "../sentences.js";

/** @typedef {import("../thread/thread-view.js").ThreadView} ThreadView */

const limit = 25 * 1024 * 1024;

/** @param {ThreadView} view @param {File[]} files asks before copies of them leave, each as a message of its own */
export function sendFiles(view, files) {
  const waiting = [...files];
  const isTooBig = files.some(({ size }) => size > limit);
  const problem = h("p", { class: "error", role: "alert" },
    isTooBig && `At most ${sizeText(limit)} can be sent${files.length > 1 ? " in one file" : ""}.`);
  const button = h("button", { type: "button", class: "button primary", disabled: isTooBig,
    onclick: () =>
    busy(button, "Sending…", async () => {
      // What has been sent is not sent again where another one fails.
      for (; waiting.length > 0; waiting.shift()) await sendNow(view, waiting[0]);
      close();
      view.list.toEnd();
    }, (error) => (problem.textContent = errorSentence(error))) }, "Send");
  const title = files.length === 1 ? "Send a copy" : `Send ${files.length} files`;
  const { close } = openDialog({ title, body: [
    files.map(({ name, size }) => h("p", null, h("strong", null, name), ` · ${sizeText(size)}`)),
    h("p", { class: "small quiet" },
      `To ${view.conversation?.title ?? ""}. Everybody in the conversation ` +
      `gets a copy of their own${files.length === 1 ? "" : " of each"}.`), problem], foot: [button] });
  button.focus();
}

/** @param {ThreadView} view @param {File} file what is written in the compose field goes along with the first */
async function sendNow({ app, id, composer }, file) {
  const text = composer.text.value.trim();
  await app.messenger.sendCopy(id, file, { name: file.name, text: text || undefined });
  composer.clear();
}
