import { same, suite } from "../support/harness.js";
import { AppServer } from "../../../Web/recipes/server/app-server.js";

const test = suite("recipes: lists come in pages");

/**
 * Answers with one page after the other and remembers what was asked.
 *
 * @param {object[]} pages
 * @param {(server: AppServer) => Promise<any>} ask
 */
async function asking(pages, ask) {
  /** @type {string[]} */
  const asked = [];
  const before = globalThis.fetch;
  globalThis.fetch = /** @type {any} */ (async (/** @type {string} */ address) => {
    asked.push(address.replace(/^.*\/collab\/v1\//, ""));
    return new Response(JSON.stringify(pages[asked.length - 1]));
  });
  try {
    return { answer: await ask(new AppServer({ origin: "https://docs.example" })), asked };
  } finally {
    globalThis.fetch = before;
  }
}

test("documents and knocks are read to the last page", async () => {
  const pages = [{ documents: [1], next: "7.a_-" }, { documents: [2], next: "5.b" }, { documents: [3] }];
  const { answer, asked } = await asking(pages, (server) => server.documents());
  same(answer.documents, [1, 2, 3]);
  same(asked, ["documents", "documents?after=7.a_-", "documents?after=5.b"]);
  const knocks = await asking([{ knocks: [1], next: "1.x" }, { knocks: [2] }],
    (server) => server.knocks("c"));
  same(knocks.answer.knocks, [1, 2]);
  same(knocks.asked, ["collaborations/c/knocks", "collaborations/c/knocks?after=1.x"]);
});

test("participants are read to the last page", async () => {
  const pages = [
    { owner: "a", participants: [{ root: "r1" }, { root: "r2" }], more: true },
    { owner: "a", participants: [{ root: "r3" }] },
  ];
  const { answer, asked } = await asking(pages, (server) => server.participants("c"));
  same(answer.participants.map((/** @type {any} */ { root }) => root), ["r1", "r2", "r3"]);
  same(asked, ["collaborations/c/participants", "collaborations/c/participants?after=r2"]);
});
