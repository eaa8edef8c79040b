/**
 * Server-sent events from a response's bytes. What is only a sign of life comes as an event named
 * `alive`.
 *
 * @param {ReadableStream<Uint8Array>} body
 * @returns {AsyncGenerator<{ name: string, id: string, data: string }>}
 */
export async function* readEvents(body) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const blocks = text.split(/\r?\n\r?\n/);
      text = blocks.pop() ?? "";
      if (blocks.length === 0) yield { name: "alive", id: "", data: "" };
      for (const block of blocks) yield readBlock(block);
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** @param {string} block */
function readBlock(block) {
  const event = { name: "alive", id: "", data: "" };
  for (const line of block.split(/\r?\n/)) {
    const colon = line.indexOf(":");
    if (colon < 1) continue;
    const value = line.slice(colon + 1).replace(/^ /, "");
    if (line.startsWith("event:")) event.name = value;
    else if (line.startsWith("id:")) event.id = value;
    else if (line.startsWith("data:")) event.data += event.data ? `\n${value}` : value;
  }
  return event;
}
