import { YjsContent } from "../../../Web/recipes/content/yjs-content.js";
import { fields } from "../../../Web/recipes/log/update-format.js";
import { randomID } from "../../../Web/recipes/log/base64url.js";
import { AppServer } from "../../../Web/recipes/server/app-server.js";
import { codeOf } from "../../../Web/recipes/server/problem.js";
import { DocumentSession } from "../../../Web/recipes/session/document-session.js";
import { PresenceLease } from "../../../Web/recipes/session/presence-lease.js";
import { MemoryTexts, until } from "../recipes/support/memory-log.js";
import { yjs } from "../recipes/support/yjs.js";
import { holds, same, suite } from "../support/harness.js";
import { Servers, SwiftDevice } from "./support/servers.js";

const test = suite("recipes");
const options = { access: "readWrite", allowsComments: true, allowsMentions: true };
const insert = (at, text) => ({ at, remove: 0, insert: text });

/** Somebody signed in to the app. */
async function signedUp(servers, name) {
  const account = `${name}@work.example`;
  const { token } = await new AppServer({ origin: servers.app })
    .signUp({ account, displayName: name, password: "correct horse" });
  const me = { account, displayName: name };
  return { me, server: new AppServer({ origin: servers.app, token }), store: new MemoryTexts() };
}

async function opened(person, documentID) {
  const document = await person.server.document(documentID);
  const session = new DocumentSession({
    server: person.server, document, me: person.me, store: person.store,
    makeContent: () => new YjsContent(yjs),
  });
  await session.open();
  await until(() => session.isConnected, "the stream");
  return session;
}

/** Alice's recipe, and others who have knocked and were let in. */
async function shared(servers, names) {
  const alice = await signedUp(servers, "alice");
  const { documentID } = await alice.server.createDocument("Baking", randomID());
  const { collaborationID } = await alice.server.prepareCollaboration(documentID, randomID(), options);
  const others = await Promise.all(names.map((name) => signedUp(servers, name)));
  for (const other of others) await other.server.knock(collaborationID, "");
  for (const { knockID } of (await alice.server.knocks(collaborationID)).knocks) {
    await alice.server.answerKnock(collaborationID, knockID, true);
  }
  return { alice, others, documentID, collaborationID };
}

async function served(body) {
  const servers = await Servers.start();
  const open = [];
  try {
    await body(servers, (one) => (open.push(one), one));
  } finally {
    for (const one of open) await one.close();
    await servers.stop();
  }
}

const texts = (session) => JSON.stringify(fields.map((field) => session.content.text(field)));

if (yjs) {
  test("twenty who type at once into one recipe stay in step", () => served(async (servers, closing) => {
    const names = Array.from({ length: 19 }, (_, index) => `person${index}`);
    const { alice, others, documentID } = await shared(servers, names);
    const sessions = await Promise.all(
      [alice, ...others].map(async (person) => closing(await opened(person, documentID))));
    let seed = 5;
    const random = (below) => (seed = (seed * 48271) % 2147483647) % below;
    for (let round = 0; round < 10; round += 1) {
      for (const [index, session] of sessions.entries()) {
        const field = fields[random(3)];
        session.content.type(field, insert(random(session.content.text(field).length + 1),
          index.toString(36)));
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await until(() => sessions.every(({ saving }) => saving === "saved"), "everything saved");
    await until(() => new Set(sessions.map(texts)).size === 1, "one text for all");
    same(JSON.parse(texts(sessions[0])).join("").length, 200);
  }));

  test("what one types is on another's page within a second", () => served(async (servers, closing) => {
    const { alice, others: [bob], documentID } = await shared(servers, ["bob"]);
    const one = closing(await opened(alice, documentID));
    const two = closing(await opened(bob, documentID));
    const times = [];
    for (let round = 0; round < 10; round += 1) {
      const begin = performance.now();
      one.content.type("notes", insert(0, "x"));
      await until(() => two.content.text("notes").length === round + 1, "the letter");
      times.push(performance.now() - begin);
    }
    times.sort((a, b) => a - b);
    holds(times[5] < 1000, `in the middle ${Math.round(times[5])} ms`);
  }));

  test("a Swift device's line appears on the page, and the page's comment in the terminal", () => served(
    async (servers, closing) => {
      const charlie = new SwiftDevice(servers, "charlie");
      closing({ close: () => charlie.stop() });
      await charlie.must("appSignUp",
        { account: "charlie@sample.example", name: "Charlie", password: "correct horse" });
      const { values } = await charlie.must("createDocument", { title: "Chutney" });
      const alice = await signedUp(servers, "alice");
      const { documentID } = await alice.server.createDocument("Baking", randomID());
      const { collaborationID } =
        await alice.server.prepareCollaboration(documentID, randomID(), options);
      holds(values.document && values.document !== documentID);
      await charlie.must("knock", { collaboration: collaborationID });
      const { knocks: [knock] } = await alice.server.knocks(collaborationID);
      await alice.server.answerKnock(collaborationID, knock.knockID, true);
      const session = closing(await opened(alice, documentID));
      session.content.type("notes", insert(0, "typed in a browser"));
      session.comment("Nice", []);
      await until(() => session.saving === "saved", "both on their way");
      await charlie.must("append", { document: documentID, text: "A pinch of cinnamon." });
      await until(() => session.content.text("notes") !== "typed in a browser", "the line");
      same(session.content.text("notes"), "A pinch of cinnamon.\ntyped in a browser");
      const { rows } = await charlie.must("readDocument", { document: documentID });
      same(rows.map(({ text }) => text), ["(comment) Nice", "A pinch of cinnamon."]);
    }));

  test("nothing that was saved is lost when the server is killed, and the rest is sent later", () => served(
    async (servers, closing) => {
      const { alice, others: [bob], documentID } = await shared(servers, ["bob"]);
      const one = closing(await opened(alice, documentID));
      const two = closing(await opened(bob, documentID));
      one.content.type("notes", insert(0, "before "));
      await until(() => one.saving === "saved" && two.content.text("notes") === "before ", "before");
      await servers.kill();
      await until(() => !one.isConnected && !two.isConnected, "the break");
      one.content.type("notes", insert(7, "while away"));
      two.content.type("steps", insert(0, "theirs"));
      await until(() => one.saving === "waiting" && two.saving === "waiting", "waiting");
      await servers.restart();
      one.hurry();
      two.hurry();
      await until(() => texts(one) === texts(two) && one.saving === "saved" && two.saving === "saved",
        "one text for both");
      same(JSON.parse(texts(one)), ["", "theirs", "before while away"]);
    }));

  test("who is taken out while typing is told at once and keeps the words", () => served(
    async (servers, closing) => {
      const { alice, others: [bob], documentID, collaborationID } = await shared(servers, ["bob"]);
      const session = closing(await opened(bob, documentID));
      session.content.type("notes", insert(0, "mine"));
      await until(() => session.saving === "saved", "the first words");
      session.content.type("notes", insert(4, " and more"));
      const { participants } = await alice.server.participants(collaborationID);
      const root = participants.find(({ account }) => account === "bob@work.example").root;
      let ended;
      session.addEventListener("ended", (event) => (ended = /** @type {any} */ (event).detail));
      await alice.server.updateIdentities(collaborationID, { requestID: randomID(), remove: [root] });
      await until(() => ended, "the end");
      same([ended.reason, ended.kept[0].text], ["removed", "mine and more"]);
      same(await bob.server.document(documentID).catch(codeOf), "not_found");
    }));

  test("who is here is seen by the others until they leave", () => served(async (servers, closing) => {
    const { alice, others: [bob], documentID } = await shared(servers, ["bob"]);
    const session = closing(await opened(alice, documentID));
    let here = [];
    session.addEventListener("presence", (event) => (here = /** @type {any} */ (event).detail));
    const lease = new PresenceLease(bob.server, documentID);
    await until(() => here.length === 1, "Bob");
    lease.point({ field: "notes", anchor: "a", head: "b" });
    await until(() => here[0].state !== "", "Bob's cursor");
    lease.leave();
    await until(() => here.length === 0, "nobody");
  }));
}
