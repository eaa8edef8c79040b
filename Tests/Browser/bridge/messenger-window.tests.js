import { AppWindow } from "../../../Web/grove/bridge/app-window.js";
import { ActionFailure, MessengerWindow } from "../../../Web/grove/bridge/messenger-window.js";
import { noticeKinds } from "../../../Web/grove/message/content/notice-kinds.js";
import { holds, same, suite } from "../support/harness.js";
import { id } from "../support/people.js";
import { FakeWindow, app, change, messenger, moment, pair, until } from "./support/windows.js";

const test = suite("the bridge, when an app opens the messenger");

const opened = (page, options) => MessengerWindow.open(messenger, "/prove", { own: page, ...options });
const challenge = "AAAA";
const question = { collaborationID: "doc-1", challenge, account: "bob@docs" };
/** A sharing side that answers as told. */
const sharing = (answers) => ({
  hasConsent: async () => answers.hasConsent ?? false,
  documentStates: async () => [{ ending: answers.ending }],
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
    same(await request.answer(sharing({ proof: { ok: false, refusal } })), { ok: false, refusal, isTold: false });
  }
  same(heardBy(page), []);
  same((await result).reason, "timed_out");
  const later = window.prove(question);
  await moment();
  popup.closed = true;
  same((await later).reason, "cancelled");
  same(heardBy(page), []);
});

test("by a click alone an app hears that the person wants to sign in, and by which name it calls them is shown", async () => {
  const { page, popup } = pair();
  const result = opened(page).prove({ ...question, accountName: "Bob" });
  const request = await new AppWindow(popup).next();
  same([request.accountName, heardBy(page)], ["Bob", []]);
  request.tell({ code: "signs_in" });
  const { ok, reason, code } = await result;
  same([ok, reason, code], [false, "refused", "signs_in"]);
});

test("an app that was not let in hears how it ended where the person says so by a click, and not before", async () => {
  const { page, popup } = pair();
  const result = opened(page).prove(question);
  const request = await new AppWindow(popup).next();
  await request.answer(sharing({ ending: "deleted", proof: { ok: false, refusal: "no_invitation" } }));
  same(heardBy(page), []);
  request.tell({ code: "no_invitation", ending: "deleted" });
  const { reason, code, ending } = await result;
  same([reason, code, ending], ["refused", "no_invitation", "deleted"]);
});

test("an app that was let in before is told why there is no proof", async () => {
  const { page, popup } = pair();
  const result = opened(page).prove(question);
  const request = await new AppWindow(popup).next();
  await request.answer(sharing({ hasConsent: true, proof: { ok: false, refusal: "no_invitation" } }));
  const { reason, code, ending } = await result;
  same([reason, code, ending], ["refused", "no_invitation", undefined]);
});

test("it hears what became of the document as far as this person was told", async () => {
  for (const ending of ["stopped", "removed", "refused", undefined]) {
    const { page, popup } = pair();
    const result = opened(page).prove(question);
    const request = await new AppWindow(popup).next();
    await request.answer(sharing({ hasConsent: true, ending, proof: { ok: false, refusal: "no_invitation" } }));
    same((await result).ending, ending);
  }
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

test("whoever is done when the window is already somebody else's does not close it", async () => {
  const { page, popup } = pair();
  const [first, second] = [opened(page), opened(page)];
  first.close();
  same([popup.closed, first.isOpen, second.isOpen], [false, false, true]);
  const result = second.prove(question);
  const request = await new AppWindow(popup).next();
  await request.answer(sharing({ proof: made }));
  same((await result).ok, true);
  second.close();
  same(popup.closed, true);
});

test("what is shared next has a window of its own while another asks for a proof or is about to close", async () => {
  const page = new FakeWindow(`${app}/d/1`);
  /** @type {string[]} */
  const names = [];
  /** @type {FakeWindow} */
  let popup;
  page.open = (_, name) => {
    names.push(name);
    popup = new FakeWindow(`${messenger}/share`);
    popup.opener = page.seenBy(popup);
    return popup.seenBy(page);
  };
  const share = () => MessengerWindow.open(messenger, "/share", { own: page });
  const sheet = share();
  void sheet.share({ metadata: { title: "Baking" } }, {});
  const asking = share();
  void asking.prove(question);
  const beside = share();
  same([sheet.isOpen, asking.isOpen, beside.isOpen], [false, true, true]);
  const proof = beside.prove(question);
  const request = await new AppWindow(popup).next();
  await request.answer(sharing({ proof: made }));
  same((await proof).ok, true);
  const last = share();
  same([beside.isOpen, names.map((one) => names.indexOf(one))], [true, [0, 0, 2, 3]]);
  for (const one of [asking, beside, last]) one.close();
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

test("in a share's window nothing is carried out that does not belong to that very share", async () => {
  const { page, popup } = pair();
  const done = [];
  const handlers = {
    start: async () => ({ link: `${app}/d/1`, collaborationID: "doc-1" }),
    updateParticipants: async ({ collaborationID, added, removed }) => { done.push([collaborationID, added, removed]); },
    shareCancelled: async () => done.push("cancelled"),
  };
  opened(page).share({ metadata: { localIdentifier: "7", title: "Baking" } }, handlers);
  const { app: remote, content: { metadata } } = await new AppWindow(popup).next();
  const refused = async (what) => {
    const { ok, isUnchanged } = await what;
    same([ok, isUnchanged], [false, true]);
    same(popup.said.findLast(({ type }) => type.endsWith(".result")).code, "not_shared_here");
  };
  const update = (changes) => remote.updateParticipants({ actionID: "u", collaborationID: "doc-1", metadata,
    added: [], removed: [], replaced: [], timeLimit: 5, ...changes });
  // Before anything was started, and afterwards of whatever else the owner has.
  await refused(update({ added: ["x"] }));
  await refused(remote.start({ actionID: "s", metadata: { ...metadata, localIdentifier: "8" }, timeLimit: 5 }));
  await refused(remote.start({ actionID: "s", metadata: { ...metadata, collaborationID: "doc-9" }, timeLimit: 5 }));
  same((await remote.start({ actionID: "s", metadata, timeLimit: 5 })).ok, true);
  await refused(update({ collaborationID: "doc-2", added: ["x"] }));
  await refused(update({ collaborationID: "doc-2", removed: ["x"] }));
  // Nor does who is in it already go by a share.
  await refused(update({ added: ["a"], removed: ["theirs"] }));
  await refused(update({ replaced: [{ old: "theirs", new: "b" }] }));
  same(done, []);
  same((await update({ added: ["a"] })).ok, true);
  same((await update({ replaced: [{ old: "a", new: "b" }] })).ok, true);
  same((await update({ removed: ["b"] })).ok, true);
  same((await remote.shareCancelled({ actionID: "s", metadata, timeLimit: 5 })).ok, true);
  same(done, [["doc-1", ["a"], []], ["doc-1", [], []], ["doc-1", [], ["b"]], "cancelled"]);
});

test("what a share left can be taken back for a while after it has ended, and nothing else is asked", async () => {
  const { page, popup } = pair();
  const window = opened(page);
  const handlers = { start: async () => ({ link: `${app}/d/1`, collaborationID: "doc-1" }), updateParticipants: async () => {} };
  const result = window.share({ metadata: { localIdentifier: "7", title: "Baking" } }, handlers);
  const { app: remote, content: { metadata }, finish } = await new AppWindow(popup).next();
  await remote.start({ actionID: "s", metadata, timeLimit: 5 });
  const update = (changes) => remote.updateParticipants({ actionID: "u", collaborationID: "doc-1", metadata,
    added: [], removed: [], replaced: [], timeLimit: 5, ...changes });
  await update({ added: ["a"] });
  finish({ outcome: "failed", failure: { code: "cancelled" }, sentence: "Sharing was cancelled." });
  await result;
  same((await update({ removed: ["a"] })).ok, true);
  same((await remote.start({ actionID: "s", metadata, timeLimit: 5 })).isUnchanged, true);
  const { now } = Date;
  try {
    Date.now = () => now() + 130_000;
    same((await update({ removed: ["a"] })).isUnchanged, true);
  } finally {
    Date.now = now;
  }
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

/** As the bridge carries it (protocol 12.4). */
const notice = (kind, about = {}) => ({ collaborationID: "doc-1", noticeID: id(7, 16), ...noticeKinds[kind], at: "5", ...about });

test("notices are told by an open messenger to whom they concern, for the origin that asks", async () => {
  const { page, popup } = pair();
  const told = notice("mention", { root: id(1, 32) });
  const result = opened(page).postNotice(told);
  const request = await new AppWindow(popup).next();
  const answers = { hasConsent: true };
  same(await request.answer(sharing(answers)), { ok: true });
  same(await result, { ok: true });
  const { audience, kind, root, at } = answers.posted;
  same([audience, kind, root, at], [app, "mention", id(1, 32), 5]);
});

test("a stranger's notice is posted nowhere and not answered", async () => {
  const { page, popup } = pair();
  const result = opened(page).postNotice(notice("edit"), { timeLimit: 100 });
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

/** @param {() => boolean} isSo */
/** The app's page has opened the conversations, and the messenger there greets it. */
function connected(handlers = {}, confirm = async () => true) {
  const { page, popup } = pair();
  const [came, went, asked, done] = [[], [], [], []];
  MessengerWindow.openConversations(messenger, "/#d=x", {
    own: page, confirm: async (question) => asked.push(question) && confirm(question),
    handlers: { updateParticipants: async (action) => { done.push(action.added); return { epoch: "7" }; }, ...handlers },
  });
  const appWindow = new AppWindow(popup, { came: (one) => came.push(one), went: (one) => went.push(one) });
  return { page, popup, came, went, asked, done, appWindow };
}

test("an app's page that opened the conversations is asked in that page, and its owner first", async () => {
  const { came, asked, done, appWindow } = connected();
  await until(() => came.length === 1);
  same([came[0].origin, came[0].asksItsOwner, came[0].timeLimit], [app, true, 120]);
  same((await came[0].updateParticipants(change())).ok, true);
  same([asked.map(({ added, title, messengerOrigin }) => [added, title, messengerOrigin]), done],
    [[[1, "Baking", messenger]], [["a"]]]);
  appWindow.stop();
});

test("what its owner does not allow there is not done, and what is withdrawn neither", async () => {
  let answer = (_) => {};
  const { came, done, appWindow } = connected({}, () => new Promise((resolve) => (answer = resolve)));
  await until(() => came.length === 1);
  const refused = came[0].updateParticipants(change());
  await moment();
  answer(false);
  same(await refused, { ok: false, reason: "It was not allowed.", isUnchanged: true });
  const withdrawn = came[0].updateParticipants(change());
  await moment();
  came[0].withdraw();
  same((await withdrawn).isUnchanged, true);
  answer(true);
  same(done, []);
  appWindow.stop();
});

test("the messenger hears which document is in front of the person in the page that opened it, of its own origin only", async () => {
  const { page, popup } = pair();
  const seen = [];
  let inFront;
  MessengerWindow.inFront = () => inFront;
  try {
    opened(page);
    const appWindow = new AppWindow(popup, { came: () => {}, went: () => {}, seen: (one) => seen.push(one) });
    await moment(300);
    same(seen, []);
    inFront = "doc-1";
    await until(() => seen.length === 1);
    same(seen, [{ audience: app, collaborationID: "doc-1" }]);
    for (const bad of ["", 7, {}, null, "a".repeat(300)]) {
      popup.dispatch({ data: { collab: 1, id: "h", type: "hello", inFront: bad }, origin: app, source: popup.opener });
    }
    same(seen.length, 1);
    appWindow.stop();
  } finally {
    MessengerWindow.inFront = () => undefined;
  }
});

test("a page that opened the messenger for something else is asked nothing, and one that goes is gone", async () => {
  const { page, popup } = pair();
  opened(page);
  const [came, went] = [[], []];
  const appWindow = new AppWindow(popup, { came: (one) => came.push(one), went: (one) => went.push(one) });
  await moment(400);
  same(came, []);
  appWindow.stop();
  const other = connected();
  await until(() => other.came.length === 1);
  other.popup.opener = null;
  await until(() => other.went.length === 1);
  same(other.went, other.came);
  other.appWindow.stop();
});
