/** The texts of a thread, oldest first. */
export const texts = async (messenger, id) =>
  (await messenger.thread(id, { limit: 500 }))
    .filter(({ content }) => content.kind === "text").map(({ content }) => content.text);

/** The delivery of the message with this text. */
export const delivery = async (messenger, id, text) => {
  const items = await messenger.thread(id, { limit: 500 });
  const found = items.filter(({ content }) => content.text === text);
  return found.length === 1 ? found[0].delivery?.state : `${found.length} of them`;
};

/**
 * Waits until `look` answers with something true.
 *
 * @template Value
 * @param {string} what is waited for
 * @param {() => Promise<Value>} look
 * @param {number} [seconds]
 */
export async function until(what, look, seconds = 20) {
  const end = Date.now() + seconds * 1000;
  for (let last; ;) {
    last = await look();
    if (last) return last;
    if (Date.now() > end) throw new Error(`did not happen within ${seconds} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}
