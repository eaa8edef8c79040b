// node twenty_editors.mjs APP TOKEN DOCUMENT: twenty clients of one account open a document and write
// into it at once, all over real HTTP. Prints what they all have at the end, as one JSON line.
import { MemoryTexts } from "../../Browser/recipes/support/memory-log.js";
import { yjs } from "../../Browser/recipes/support/yjs.js";
import { YjsContent } from "../../../Web/recipes/content/yjs-content.js";
import { AppServer } from "../../../Web/recipes/server/app-server.js";
import { DocumentSession } from "../../../Web/recipes/session/document-session.js";

const [origin, token, documentID] = process.argv.slice(2);
const fields = /** @type {const} */ (["ingredients", "steps", "notes"]);
const server = new AppServer({ origin, token });
const document = await server.document(documentID);
const me = await server.me();

const sessions = await Promise.all(Array.from({ length: 20 }, async () => {
  const session = new DocumentSession({
    server, document, me, store: new MemoryTexts(), makeContent: () => new YjsContent(yjs),
  });
  await session.open();
  return session;
}));
const texts = (/** @type {any} */ one) => fields.map((field) => one.content.text(field));
const until = async (/** @type {() => boolean} */ condition, /** @type {string} */ what) => {
  for (const end = Date.now() + 20_000; !condition();) {
    if (Date.now() > end) throw new Error(`${what}: not within 20 s`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};
await until(() => sessions.every(({ isConnected }) => isConnected), "everybody is connected");

for (let round = 0; round < 10; round += 1) {
  for (const [index, session] of sessions.entries()) {
    const field = fields[(index + round) % 3];
    const length = session.content.text(field).length;
    session.content.type(field, { at: (index * 7 + round) % (length + 1), remove: 0,
      insert: `${String.fromCharCode(97 + index)}` });
  }
  await new Promise((resolve) => setTimeout(resolve, 50));
}
const begin = performance.now();
await until(() => sessions.every(({ saving }) => saving === "saved"), "everything is saved");
await until(() => new Set(sessions.map((one) => JSON.stringify(texts(one)))).size === 1, "all have the same");
console.log(JSON.stringify({ texts: texts(sessions[0]), milliseconds: Math.round(performance.now() - begin) }));
process.exit(0);
