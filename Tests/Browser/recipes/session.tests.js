import { holds, same, suite } from "../support/harness.js";
import { YjsContent } from "../../../Web/recipes/content/yjs-content.js";
import { PlainContent } from "../../../Web/recipes/content/plain-content.js";
import { Problem } from "../../../Web/recipes/server/problem.js";
import { CommentsAndLines } from "../../../Web/recipes/session/comments-and-lines.js";
import { readDocument } from "../../../Web/recipes/session/log-reader.js";
import { firstLines } from "../../../Web/recipes/sharing/first-lines.js";
import { DocumentSession } from "../../../Web/recipes/session/document-session.js";
import { MemoryLog, MemoryTexts, until } from "./support/memory-log.js";
import { yjs } from "./support/yjs.js";

const test = suite("recipes: an open document");
const insert = (at, text) => ({ at, remove: 0, insert: text });

async function opened(log, account, { store = new MemoryTexts(), document = {}, plain = !yjs } = {}) {
  const session = new DocumentSession({
    server: log.as(account), document: { ...log.document, ...document }, store,
    me: { account, displayName: account },
    makeContent: (kind) => {
      if (kind === "plain" || (kind === "any" && plain)) return new PlainContent();
      return yjs && new YjsContent(yjs);
    },
  });
  await session.open();
  await until(() => session.isConnected, "the stream");
  return session;
}

/** @param {DocumentSession} session @returns {number} lines of programs, in the notes or beside them */
const linesOf = (session) => session.commentsAndLines.of("line").length + session.content.text("notes").split("\n").length - 1;

test("where fields are written whole, a line of a program appears with its writer's name, as the server says it", async () => {
  const log = new MemoryLog();
  log.line("charlie", "A pinch of cinnamon.");
  const session = await opened(log, "alice", { plain: true });
  log.line("dora", "Longer.");
  await until(() => session.commentsAndLines.of("line").length === 2, "both lines");
  same(session.commentsAndLines.of("line").map(({ name, text }) => [name, text]),
    [["charlie", "A pinch of cinnamon."], ["dora", "Longer."]]);
  session.close();
});

test("a comment is there at once, and once, also when the server's answer was lost", async () => {
  const log = new MemoryLog();
  log.losesAnswers = 1;
  const session = await opened(log, "alice");
  session.comment("Nice", []);
  same(session.commentsAndLines.of("comment").map(({ text, sequence }) => [text, sequence]), [["Nice", 0]]);
  await until(() => session.saving === "saved", "the comment's way");
  await until(() => session.commentsAndLines.of("comment")[0].sequence === 1, "the echo");
  same(session.commentsAndLines.of("comment").length, 1);
  same(log.events.length, 1);
  session.close();
});

test("the end of access is said with its reason, and what was written is kept", async () => {
  const log = new MemoryLog();
  const session = await opened(log, "bob");
  let ended;
  session.addEventListener("ended", (event) => (ended = /** @type {any} */ (event).detail));
  session.content.type("notes", insert(0, "my words"));
  log.end("bob", "removed");
  await until(() => ended, "the end");
  same(ended, { reason: "removed", kept: [{ field: "notes", text: "my words" }] });
  holds(!session.canEdit);
  same(log.events.length, 0);
});

test("a document that was deleted is said to be so, and a slow page is only connected again", async () => {
  const log = new MemoryLog();
  const session = await opened(log, "bob");
  let reason;
  session.addEventListener("ended", (event) => (reason = /** @type {any} */ (event).detail.reason));
  log.hurryReaders();
  await until(() => log.streams.length === 2, "the second stream");
  same(reason, undefined);
  log.end("bob", "deleted");
  await until(() => reason, "the end");
  same(reason, "deleted");
});

test("a broken stream goes on where it stopped", async () => {
  const log = new MemoryLog();
  const session = await opened(log, "alice");
  for (let count = 0; count < 5; count += 1) log.line("charlie", `line ${count}`);
  await until(() => linesOf(session) === 5, "the lines");
  log.interrupt();
  await until(() => log.streams.length === 2, "the second stream");
  same(log.streams, [0, 5]);
  session.close();
});

test("a stretch of the log without anything to show is passed by", async () => {
  const events = [{ sequence: "700", kind: "edit", at: "1", updateID: "u", data: "YQ" }];
  const asked = [];
  const server = /** @type {any} */ ({
    snapshot: async () => ({ sequence: 0, bytes: new Uint8Array() }),
    events: async (_, after, limit) => {
      asked.push(after);
      const shown = events.filter(({ sequence }) =>
        Number(sequence) > after && Number(sequence) <= after + limit);
      const more = after + limit < 700;
      return { events: shown, more, ...(more && { next: String(after + limit) }) };
    },
  });
  const read = await readDocument(server, "d");
  same([read.events.length, read.position, asked], [1, 700, [0, 500]]);
});

test("a comment that is in the log does not go back to waiting", () => {
  const entries = new CommentsAndLines();
  const entry = { updateID: "u", type: /** @type {const} */ ("comment"), account: "a", name: "A",
    at: 1, text: "x", mentions: [] };
  holds(entries.put({ ...entry, sequence: 0 }));
  holds(entries.put({ ...entry, sequence: 3 }));
  holds(!entries.put({ ...entry, sequence: 0 }));
  same(entries.of("comment").map(({ sequence }) => sequence), [3]);
  same(entries.sequences, [3]);
});

test("a document that became read-only takes back what it refuses and keeps it for the person", async () => {
  const log = new MemoryLog();
  log.happen({ kind: "renamed", account: "alice", title: "Baking" });
  const session = await opened(log, "bob", { document: { access: "readWrite" } });
  let refused;
  session.addEventListener("refused", (event) => (refused = /** @type {any} */ (event).detail));
  log.failing = "read_only";
  session.content.type("notes", insert(0, "mine"));
  session.flush();
  await until(() => refused, "the refusal");
  log.failing = undefined;
  same(refused.kept, [{ field: "notes", text: "mine" }]);
  await until(() => session.content.text("notes") === "", "the text as it is in the log");
  log.happen({ kind: "optionsChanged", account: "alice",
    options: { access: "readOnly", allowsComments: true, allowsMentions: true } });
  await until(() => !session.canEdit, "read-only");
  session.close();
});

test("a server that takes nothing while its stream goes on is said to be away", async () => {
  const log = new MemoryLog();
  const session = await opened(log, "alice");
  const said = [];
  session.addEventListener("status", () => said.push(session.saving));
  log.failing = "unavailable";
  session.comment("Nice", []);
  await until(() => said.includes("waiting"), "the word for it");
  log.failing = undefined;
  session.hurry();
  await until(() => session.saving === "saved", "the comment's way");
  session.close();
});

test("a rename arrives on every open page", async () => {
  const log = new MemoryLog();
  const session = await opened(log, "bob");
  log.happen({ kind: "renamed", account: "alice", title: "Sunday Baking" });
  await until(() => session.document.title === "Sunday Baking", "the new title");
  session.close();
});

test("without Yjs, whole fields go through the log", async () => {
  const log = new MemoryLog();
  const one = await opened(log, "alice", { plain: true });
  const two = await opened(log, "bob", { plain: true, document: { access: "readWrite" } });
  one.content.type("steps", insert(0, "Stir."));
  await until(() => two.content.text("steps") === "Stir.", "the field");
  two.content.type("steps", insert(5, " Bake."));
  await until(() => one.content.text("steps") === "Stir. Bake.", "the field again");
  await until(() => two.saving === "saved", "both saved");
  same([one.content.conflict("steps"), two.content.conflict("steps")], [undefined, undefined]);
  one.close();
  two.close();
});

if (yjs) {
  test("edits made while the server is away are sent later, from the next page too", async () => {
    const log = new MemoryLog();
    const store = new MemoryTexts();
    const one = await opened(log, "alice", { store });
    log.failing = "unreachable";
    log.interrupt();
    await until(() => !one.isConnected, "the interruption");
    one.content.type("notes", insert(0, "offline "));
    one.flush();
    one.content.type("notes", insert(8, "words"));
    one.flush();
    same(one.saving, "waiting");
    one.close();
    log.failing = undefined;
    const next = await opened(log, "alice", { store });
    same(next.content.text("notes"), "offline words");
    await until(() => next.saving === "saved" && log.events.length > 0, "the words' way");
    const other = await opened(log, "bob");
    same(other.content.text("notes"), "offline words");
    next.close();
    other.close();
  });

  test("after an interruption nothing is missing and nothing is there twice", async () => {
    const log = new MemoryLog();
    const [one, two] = [await opened(log, "alice"), await opened(log, "bob")];
    one.content.type("notes", insert(0, "a"));
    await until(() => two.content.text("notes") === "a", "the first letter");
    log.interrupt();
    one.content.type("notes", insert(1, "b"));
    two.content.type("notes", insert(0, "c"));
    one.hurry();
    two.hurry();
    await until(() => one.content.text("notes") === "cab" && two.content.text("notes") === "cab",
      "all letters");
    one.close();
    two.close();
  });

  test("a snapshot spares the log, and comments are read from the log itself", async () => {
    const log = new MemoryLog();
    const one = await opened(log, "alice");
    one.comment("first", []);
    await until(() => log.events.length === 1, "the comment");
    for (let count = 0; !log.kept && count < 400; count += 1) {
      one.content.type("notes", insert(0, "x"));
      one.flush();
      await until(() => one.saving === "saved", "the letter");
    }
    holds(log.kept, "a snapshot was made");
    const text = one.content.text("notes");
    one.close();
    const requests = log.requests;
    const two = await opened(log, "bob");
    same(two.content.text("notes"), text);
    await until(() => two.commentsAndLines.of("comment").length === 1, "the comment");
    holds(log.requests - requests < 6, `${log.requests - requests} requests`);
    two.close();
  });

  test("a snapshot that cannot be read is passed by", async () => {
    const log = new MemoryLog();
    const one = await opened(log, "alice");
    one.content.type("notes", insert(0, "kept"));
    await until(() => one.saving === "saved" && log.events.length === 1, "the word");
    one.close();
    log.kept = { sequence: 1, bytes: Uint8Array.of(1, 2, 3) };
    const two = await opened(log, "bob");
    same(two.content.text("notes"), "kept");
    two.close();
  });

  test("twenty who edit at once stay in step", async () => {
    const log = new MemoryLog();
    const people = await Promise.all(Array.from({ length: 20 }, (_, index) =>
      opened(log, `person${index}`, { document: { access: "readWrite" } })));
    let seed = 11;
    const random = (below) => (seed = (seed * 48271) % 2147483647) % below;
    for (let round = 0; round < 15; round += 1) {
      for (const [index, person] of people.entries()) {
        const field = /** @type {const} */ (["ingredients", "steps", "notes"])[random(3)];
        const length = person.content.text(field).length;
        const at = random(length + 1);
        const remove = round % 4 === 3 ? Math.min(2, length - at) : 0;
        person.content.type(field, { at, remove, insert: `${index.toString(36)}` });
      }
      if (round === 7) log.interrupt();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    for (const person of people) person.hurry();
    const texts = (person) => ["ingredients", "steps", "notes"].map((field) => person.content.text(field));
    await until(() => people.every((person) => person.saving === "saved"), "everything saved");
    await until(() => new Set(people.map((person) => JSON.stringify(texts(person)))).size === 1,
      "one text for all");
    holds(texts(people[0]).join("").length > 200, "something was written");
    for (const person of people) person.close();
  });
}

test("what is typed goes with what the recipe begins with then, and a comment says nothing of it", async () => {
  const log = new MemoryLog();
  const session = await opened(log, "alice", { plain: true });
  const handed = () => log.updates.map(({ kind, firstLines }) => [kind, firstLines]);
  session.comment("Nice", []);
  await until(() => session.saving === "saved", "the comment's way");
  session.content.type("ingredients", insert(0, "Flour\n\n Water\n"));
  session.flush();
  await until(() => session.saving === "saved", "the edit's way");
  session.content.type("ingredients", { at: 0, remove: "Flour\n\n Water\n".length, insert: "" });
  session.flush();
  await until(() => session.saving === "saved", "the other edit's way");
  same(handed(), [["comment", undefined], ["edit", "Flour\nWater"], ["edit", ""]]);
  session.close();
});

test("first lines are three with something in them, of 280 bytes, in whole characters", () => {
  same(firstLines(["", "Flour\n\n  Water  \n", "Bake.\nRest."]), "Flour\nWater\nBake.");
  same(firstLines(["", " \n"]), "");
  same(firstLines(["a\tb\u001b[2J\ud800"]), "a b [2J");
  same(firstLines(["ß".repeat(500)]).length, 140);
  const bread = firstLines([`a${"🥖".repeat(100)}`]);
  same(bread, `a${"🥖".repeat(69)}`);
  same(firstLines([`${"a".repeat(279)} b`]), "a".repeat(279));
});
