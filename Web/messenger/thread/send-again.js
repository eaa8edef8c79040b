import { say } from "../../ui/status.js";
import { errorSentence } from "../sentences.js";

/**
 * @param {import("./thread-view.js").ThreadView} view
 * @param {import("./thread-rows.js").ThreadItem} item a text that was not sent
 */
export async function sendAgain({ app, id, list }, item) {
  if (item.content.kind !== "text") return;
  const { messenger } = app;
  try {
    await messenger.sendText(id, item.content.text);
    await messenger.discardFailed(item);
    list.toEnd();
  } catch (error) {
    say(errorSentence(error));
  }
}
