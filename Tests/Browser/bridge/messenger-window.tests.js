import { AppWindow } from "../../../Web/grove/bridge/app-window.js";
import { ActionFailure, MessengerWindow } from "../../../Web/grove/bridge/messenger-window.js";
import { WaitingNotices } from "../../../Web/grove/bridge/waiting-notices.js";
import { holds, same, suite } from "../support/harness.js";
import { id } from "../support/people.js";
import { FakeWindow, app, memory, messenger, moment, pair } from "./support/windows.js";

const test = suite("the bridge, when an app opens the messenger");

const opened = (page, options) => MessengerWindow.open(messenger, "/prove", { own: page, ...options });
const challenge = "AAAA";
const question = { collaborationID: "doc-1", challenge, account: "bob@docs" };
/** A sharing side that answers as told. */
const sharing = (answers) => ({
  hasConsent: async () => answers.hasConsent ?? false,
  proof: async (request, confirm) => {
    answers.asked = request;
    if (answers.confirm && !(await confirm(answers.confirm))) return { ok: false, refusal: "account_not_confirmed" };
    return answers.proof;
  },
  postNotice: async (collaboration, post) => {
    answers.posted = { ...collaboration, ...post };
    return answers.notice ?? { ok: true, value: ["somebody"] };
  },
  takePublishedKeys: async () => {},
});
const made = { ok: true, value: { json: "{}", root: "r" } };
const heardBy = (page) => page.said.filter(({ type }) => type !== "ready").map(({ type }) => type);

test("a proof is asked for and comes back, with the browser's word for who asked", async () => {
  const { page, popup } = pair();
  const result = opened(page).prove({ ...question, origin: "https://evil.example" });
  const appWindow = new AppWindow(popup);
  const request = await appWindow.next();
  same([request.kind, request.origin, request.account, request.collaborationID], ["prove", app, "bob@docs", "doc-1"]);
  const answers = { proof: made };
  same(await request.answer(sharing(answers)), { ok: true });
  same(await result, { ok: true, proof: "{}", root: "r" });
  same(answers.asked.origin, app);
  holds(page.said.every(({ target }) => target === app));
  holds(popup.said.every(({ target }) => target === messenger));
});

test("before consent nothing is answered but that the page is there, not even a refusal", async () => {
  const { page, popup } = pair();
  const window = opened(page);
  const result = window.prove(question, { timeLimit: 200 });
  const request = await new AppWindow(popup).next();
  same(heardBy(page), []);
  for (const refusal of ["no_invitation", "device_not_in_identity", "account_not_confirmed"]) {
    same(await request.answer(sharing({ proof: { ok: false, refusal } })), { ok: false, refusal });
  }
  same(heardBy(page), []);
  same((await result).reason, "timed_out");
  const later = window.prove(question);
  await moment();
  popup.closed = true;
  same((await later).reason, "cancelled");
  same(heardBy(page), []);
});

test("an app that was let in before is told why there is no proof", async () => {
  const { page, popup } = pair();
  const result = opened(page).prove(question);
  const request = await new AppWindow(popup).next();
  await request.answer(sharing({ hasConsent: true, proof: { ok: false, refusal: "no_invitation" } }));
  const { reason, code } = await result;
  same([reason, code], ["refused", "no_invitation"]);
});

test("a window that was blocked, closed, or never answers is said in words", async () => {
  const page = new FakeWindow(`${app}/`);
  page.opens(undefined);
  const blocked = opened(page);
  same([blocked.isBlocked, blocked.isOpen], [true, false]);
  const result = await blocked.prove(question);
  same([result.reason, result.sentence], ["blocked", "Your browser did not open the messenger. Allow windows for this page, or try again."]);
  const silent = pair();
  const window = opened(silent.page, { patience: 300 });
  same((await window.prove(question)).reason, "timed_out");
  same((await window.prove(question)).ok, false);
  const shut = pair();
  const closing = opened(shut.page).prove(question);
  shut.popup.closed = true;
  same((await closing).sentence, "The messenger was closed before it was done.");
});

test("words from another window or another origin are not heard, by either side", async () => {
  const { page, popup } = pair();
  const window = opened(page);
  const result = window.prove(question);
  const request = await new AppWindow(popup).next();
  await moment();
  const { id: asked } = popup.said.find(({ type }) => type === "prove");
  const forged = { collab: 1, id: asked, type: "proof", proof: "forged", root: "x" };
  const evil = new FakeWindow("https://evil.example/");
  page.dispatch({ data: forged, origin: messenger, source: evil.seenBy(page) });
  page.dispatch({ data: forged, origin: "https://evil.example", source: popup.seenBy(page) });
  popup.dispatch({ data: { collab: 1, id: "1", type: "hello" }, origin: app, source: evil.seenBy(popup) });
  const before = page.said.length;
  popup.dispatch({ data: { collab: 2, id: "1", type: "hello" }, origin: app, source: popup.opener });
  popup.dispatch({ data: "hello", origin: app, source: popup.opener });
  popup.dispatch({ data: { collab: 1, id: "1", type: "hello" }, origin: "null", source: popup.opener });
  same(page.said.length, before);
  same(evil.said, []);
  await request.answer(sharing({ proof: made }));
  same((await result).proof, "{}");
});

test("a request that cannot be read is told so, other noise is not answered, and a repeated request is asked once", async () => {
  const { page, popup } = pair();
  opened(page);
  const appWindow = new AppWindow(popup);
  await moment(250);
  const say = (message) => popup.dispatch({ data: { collab: 1, ...message }, origin: app, source: popup.opener });
  const before = page.said.length;
  for (const bad of [
    { ...question, challenge: "not base64!" }, { ...question, account: "a\u202eb" }, { ...question, account: 7 },
    { ...question, challenge: "A".repeat(2000) }, {},
  ]) say({ id: crypto.randomUUID(), type: "prove", ...bad });
  say({ id: "s", type: "share" });
  say({ id: "n", type: "notice", collaborationID: "doc-1", event: 9 });
  same(page.said.splice(before).map(({ type, code, target }) => [type, code, target]),
    Array.from({ length: 7 }, () => ["error", "malformed", app]));
  for (const type of ["other", "share.result", "start.result", "__proto__"]) say({ id: type, type });
  say({ id: "g", type: "prove", ...question });
  say({ id: "g", type: "prove", ...question });
  same((await appWindow.next()).kind, "prove");
  const nothing = await Promise.race([appWindow.next(), moment(50)]);
  same([nothing, page.said.length], [undefined, before]);
});

test("a messenger's page that was loaded anew is asked again", async () => {
  const { page, popup } = pair();
  const result = opened(page).prove(question);
  const first = new AppWindow(popup);
  await first.next();
  first.stop();
  const second = new AppWindow(popup);
  const request = await second.next();
  await request.answer(sharing({ proof: made }));
  same((await result).ok, true);
});

test("a share is a conversation: start, participants, taking back, the end", async () => {
  const { page, popup } = pair();
  const asked = [];
  const result = opened(page).share({ metadata: { localIdentifier: "7", title: "Baking" }, appName: "Recipes" }, {
    start: async ({ actionID, metadata }) => {
      asked.push(["start", actionID, metadata.title]);
      return { link: `${app}/d/1`, collaborationID: "doc-1", epoch: 3n };
    },
    updateParticipants: async ({ added, removed }) => {
      asked.push(["participants", added.length, removed.length]);
      if (removed.length > 0) throw new ActionFailure("The server is away.");
    },
    shareCancelled: async () => { throw new TypeError("a bug"); },
  });
  const { kind, content, app: remote, finish } = await new AppWindow(popup).next();
  same([kind, content.metadata.title, remote.name, remote.origin], ["share", "Baking", "Recipes", app]);
  const { metadata } = content;
  const limits = { timeLimit: 30 };
  same(await remote.start({ actionID: "s", metadata, ...limits }),
    { ok: true, link: `${app}/d/1`, collaborationID: "doc-1", epoch: "3" });
  const roots = { added: ["a", "b"], removed: [], replaced: [] };
  const update = { actionID: "u", collaborationID: "doc-1", metadata, ...limits };
  same((await remote.updateParticipants({ ...update, ...roots })).ok, true);
  same(await remote.updateParticipants({ ...update, ...roots, removed: ["a"] }), { ok: false, reason: "The server is away." });
  same(await remote.shareCancelled({ actionID: "s", metadata, ...limits }), { ok: false, reason: "" });
  finish({ outcome: "failed", failure: { code: "cancelled" }, sentence: "Sharing was cancelled." });
  const { ok, reason, sentence } = await result;
  same([ok, reason, sentence], [false, "failed", "Sharing was cancelled."]);
  same(asked.map(([type]) => type), ["start", "participants", "participants"]);
});

test("an app whose window goes while it is asked is lost, and whoever asked is told", async () => {
  const { page, popup } = pair();
  opened(page).share({ metadata: { title: "Baking" } }, { start: () => new Promise(() => {}) });
  const { app: remote } = await new AppWindow(popup).next();
  const lost = remote.start({ actionID: "s", metadata: {}, timeLimit: 30 }).catch((error) => error.constructor.name);
  page.closed = true;
  same(await lost, "AppLost");
  same(await remote.start({}).catch((error) => error.constructor.name), "AppLost");
});

test("notices are told by an open messenger to whom they concern, for the origin that asks", async () => {
  const { page, popup } = pair();
  const notice = WaitingNotices.notice("doc-1", "mention", { root: id(1, 32), now: 5 });
  const result = opened(page).postNotice(notice);
  const request = await new AppWindow(popup).next();
  const answers = { hasConsent: true };
  same(await request.answer(sharing(answers)), { ok: true });
  same(await result, { ok: true });
  const { audience, kind, root, at } = answers.posted;
  same([audience, kind, root, at], [app, "mention", id(1, 32), 5]);
});

test("a stranger's notice is posted nowhere and not answered", async () => {
  const { page, popup } = pair();
  const result = opened(page).postNotice(WaitingNotices.notice("doc-1", "edit"), { timeLimit: 100 });
  const answers = { hasConsent: false };
  const request = await new AppWindow(popup).next();
  same((await request.answer(sharing(answers))).ok, false);
  same([answers.posted, heardBy(page), (await result).reason], [undefined, [], "timed_out"]);
});

test("of what an app's page asks at once sixteen wait, and in a window's life 4 096 are taken", async () => {
  const { page, popup } = pair();
  opened(page);
  const appWindow = new AppWindow(popup);
  await moment(250);
  const ask = (id) => popup.dispatch({ data: { collab: 1, id, type: "prove", ...question }, origin: app, source: popup.opener });
  for (let number = 0; number < 20; number += 1) ask(`early ${number}`);
  let taken = 0;
  (async () => {
    for (;;) {
      await appWindow.next();
      taken += 1;
    }
  })();
  await moment();
  same(taken, 16);
  for (let number = 0; number < 5000; number += 1) {
    ask(`late ${number}`);
    if (number % 10 === 0) await moment(0);
  }
  same(taken, 4096);
});

test("what happens while no messenger is open waits, few and once, and is handed over", async () => {
  MessengerWindow.current?.close();
  const waiting = new WaitingNotices("bob@docs", memory());
  for (const number of [1, 2, 3]) {
    same(await waiting.post(WaitingNotices.notice("doc-1", "edit", { now: Date.now() + number })), "kept");
  }
  const root = id(1, 32);
  await waiting.post(WaitingNotices.notice("doc-1", "mention", { root }));
  await waiting.post(WaitingNotices.notice("doc-1", "mention", { root }));
  await waiting.post(WaitingNotices.notice("doc-2", "edit"));
  await waiting.post(WaitingNotices.notice("doc-2", "comment", { now: Date.now() - 8 * 86_400_000 }));
  same(waiting.all.length, 4, "one edit for each document, both mentions, nothing a week old");
  const { page, popup } = pair();
  const window = opened(page);
  const appWindow = new AppWindow(popup);
  const delivering = waiting.deliver(window);
  const answers = { hasConsent: true };
  for (let number = 0; number < 4; number += 1) {
    if (number === 2) answers.notice = { ok: false, refusal: "unknown_root" };
    else delete answers.notice;
    await (await appWindow.next()).answer(sharing(answers));
  }
  const { told, refused } = await delivering;
  same([told, refused.length, waiting.all.length], [3, 1, 0]);
  popup.closed = true;
  same(await waiting.post(WaitingNotices.notice("doc-1", "edit")), "kept");
  for (let number = 0; number < 80; number += 1) {
    await waiting.post(WaitingNotices.notice(`doc-${number}`, "edit"));
  }
  same(waiting.all.length, 64);
});
