import { readChange } from "../relay/conversation-forms.js";
import { readingAnswer } from "../relay/relay-call.js";
import { once } from "./inbox-rules.js";
import { changed } from "./roster-rules.js";

/**
 * Takes a change of a conversation in, as the relay tells it.
 *
 * @param {import("./device.js").Device} device
 * @param {unknown} told
 * @param {bigint} sequence of the mailbox entry
 */
export async function takeChange(device, told, sequence) {
  const change = readingAnswer(() => readChange(told));
  await device.hooks.prepare?.();
  await device.change((records) => once(records, sequence, () =>
    changed(records, change, device.me, device.hooks)));
}
