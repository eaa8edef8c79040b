import { same, suite } from "../support/harness.js";
import { Problem, codeOf } from "../../../Web/recipes/server/problem.js";
import { sendInParts } from "../../../Web/drive/uploads/send-in-parts.js";

const test = suite("drive: uploads that go on");

/** @typedef {import("../../../Web/drive/uploads/ask.js").Question} Question */

/**
 * A server that keeps what comes of each body, as far as `cuts` lets it.
 *
 * @param {(number | string)[]} cuts for each body in turn how many bytes of it come, or the code with which it is refused
 */
function keeping(cuts) {
  let kept = "";
  /** @type {string[]} */
  const asked = [];
  /** @param {Record<string, string>} fields */
  const answer = (fields) => (/** @type {string} */ name) => fields[name] ?? null;
  /** @param {Question} question */
  const asking = async ({ method, headers, body }) => {
    asked.push(method === "PATCH" ? `PATCH ${headers["Upload-Offset"]}` : method);
    if (method === "PUT") return answer({ Location: "/drive/a?upload=1" });
    if (method === "HEAD") return answer({ "Upload-Offset": String(kept.length), "Upload-Complete": "?0" });
    const cut = cuts.shift();
    if (typeof cut === "string") throw new Problem(cut);
    kept += (await body?.text() ?? "").slice(0, cut);
    if (cut !== undefined) throw new Problem("unreachable");
    return answer({});
  };
  return { asking, asked, kept: () => kept };
}

/** @param {ReturnType<typeof keeping>} server @param {{ address?: string }} begun */
async function run(server, begun = {}) {
  /** @type {number[]} */
  const waits = [];
  let code = "done";
  try {
    await sendInParts("/drive/a", new Blob(["0123456789"]), { "If-None-Match": "*" }, {
      signal: new AbortController().signal, progress: () => {}, broken: () => {}, begun, asking: server.asking,
      pause: async (seconds) => void waits.push(seconds),
    });
  } catch (error) {
    code = codeOf(error);
  }
  return { code, waits, asked: server.asked.join(", "), kept: server.kept() };
}

test("an upload that breaks off goes on with what the server says it has", async () => {
  same(await run(keeping([4, 3])), {
    code: "done", waits: [1, 1], asked: "PUT, PATCH 0, HEAD, PATCH 4, HEAD, PATCH 7", kept: "0123456789" });
});

test("what brings nothing is tried six times, slower each time, and goes on later where it was", async () => {
  const server = keeping([4, 0, 0, 0, 0, 0, 0]);
  const begun = {};
  const first = await run(server, begun);
  same([first.code, first.waits, first.kept], ["unreachable", [1, 1, 2, 4, 8, 16], "0123"]);
  same((await run(server, begun)).kept, "0123456789");
});

test("a refusal that stays is told at once, and what was forgotten begins anew", async () => {
  same(await run(keeping(["is_there"])), { code: "is_there", waits: [], asked: "PUT, PATCH 0", kept: "" });
  same(await run(keeping(["not_found"])), {
    code: "done", waits: [1], asked: "PUT, PATCH 0, PUT, PATCH 0", kept: "0123456789" });
});
