import { takeActions, takeActionsThrough } from "../../../Web/grove/bridge/actions-page.js";
import { AppWindow } from "../../../Web/grove/bridge/app-window.js";
import { connectedPage } from "../../../Web/grove/bridge/connected-page.js";
import { MessengerWindow } from "../../../Web/grove/bridge/messenger-window.js";
import { OpenedPage } from "../../../Web/grove/bridge/opened-page.js";
import { ConnectedApps } from "../../../Web/messenger/share/connected-apps.js";
import { arrivalAt } from "../../../Web/recipes/arrival.js";
import { becomeDocument } from "../../../Web/recipes/sharing/opened-here.js";
import { same, suite } from "../support/harness.js";
import { FakeWindow, app, change, messenger, moment, pair, until } from "./support/windows.js";

const test = suite("the bridge, when the messenger opens a document");
const link = `${app}/d/1`;

/** A messenger's page that opens a document of an app whose owner answers there. */
function opened({ from = messenger, isThere = () => true, shows = () => undefined, open = (_) => true, confirm = async (_) => true, takes = true } = {}) {
  const [page, popup] = [new FakeWindow(`${from}/`), new FakeWindow(`${app}/actions#collab-open`)];
  page.opens(popup);
  const [came, went, links, asked, done] = [[], [], [], [], []];
  const ours = { messengerOrigin: messenger, own: popup,
    handlers: { updateParticipants: async ({ added }) => { done.push(added); return { epoch: "7" }; } },
    confirm: async (question) => asked.push(question) && confirm(question) };
  // The app's page begins anew at the document's address, in the same window.
  const become = (to) => open(to) && links.push(to) && takeActions({ ...ours, isThere, shows }) && true;
  if (takes) takeActions({ ...ours, ...(open && { open: become }) });
  const opening = new OpenedPage(app, link, {
    own: page, patience: 300, came: (one) => came.push(one), went: (one) => went.push(one) });
  return { page, popup, came, went, links, asked, done, opening };
}

test("a document that is opened from the messenger is asked in its own page, and its owner first", async () => {
  const { popup, came, went, links, asked, done, opening } = opened();
  await until(() => came.length === 1);
  same([links, came[0].origin, came[0].asksItsOwner, popup.ledTo], [[link], app, true, undefined]);
  same((await came[0].updateParticipants(change())).ok, true);
  same([asked.map(({ title, messengerOrigin }) => [title, messengerOrigin]), done], [[["Baking", messenger]], [["a"]]]);
  same(popup.said.every(({ target }) => target === app), true);
  popup.closed = true;
  await until(() => went.length === 1);
  opening.stop();
});

test("what its owner does not allow there is not done", async () => {
  const { came, done, opening } = opened({ confirm: async () => false });
  await until(() => came.length === 1);
  same(await came[0].updateParticipants(change()), { ok: false, reason: "It was not allowed.", isUnchanged: true });
  same(done, []);
  opening.stop();
});

test("its page says which document it shows, and in its title that it asks, until that is answered or taken back", async () => {
  let shown = "doc-1";
  let answer = (_) => {};
  const { popup, came, opening } = opened({ shows: () => shown, confirm: () => new Promise((resolve) => (answer = resolve)) });
  popup.document.title = "Bread – Recipes";
  await until(() => came.length === 1);
  same(came[0].shows, "doc-1");
  const first = came[0].updateParticipants(change());
  await until(() => popup.document.title === "Answer needed · Bread – Recipes");
  answer(true);
  await first;
  same(popup.document.title, "Bread – Recipes");
  const second = came[0].updateParticipants(change({ collaborationID: "other", added: ["b"] }));
  await until(() => popup.document.title.startsWith("Answer needed ·"));
  came[0].withdraw();
  await second;
  same(popup.document.title, "Bread – Recipes");
  shown = "doc-2";
  await until(() => came[0].shows === "doc-2");
  opening.stop();
});

test("where nobody is signed in nobody is asked, until somebody is", async () => {
  let isSomebody = false;
  const { came, links, opening } = opened({ isThere: () => isSomebody });
  await until(() => links.length === 1);
  await moment(200);
  same(came, []);
  isSomebody = true;
  await until(() => came.length === 1);
  opening.stop();
});

test("an app that does not become the document, or does not answer, is led on to its link as by a click", async () => {
  for (const options of [{ open: null }, { open: () => false }, { takes: false }]) {
    const { popup, came, links } = opened(/** @type {any} */ (options));
    await until(() => popup.ledTo === link);
    const { length } = popup.said;
    await moment(200);
    same([came, links, popup.said.length], [[], [], length], "it is left alone from then on");
  }
});

test("another page in that window is not heard, and neither is another window of the app", async () => {
  const { page, popup, came, opening } = opened({ takes: false });
  const ready = { data: { collab: 1, id: "1", type: "ready", page: "p", opens: true } };
  page.dispatch({ ...ready, origin: "https://evil.example", source: popup.seenBy(page) });
  page.dispatch({ ...ready, origin: app, source: {} });
  page.dispatch({ ...ready, origin: app, source: null });
  await moment();
  same([came, popup.said.filter(({ type }) => type === "open")], [[], []]);
  opening.stop();
});

test("no page but the app's own messenger makes its page a document's", async () => {
  const { popup, links, opening } = opened({ from: "https://evil.example" });
  const open = { data: { collab: 1, id: "1", type: "open", link } };
  popup.dispatch({ ...open, origin: "https://evil.example", source: popup.opener });
  popup.dispatch({ ...open, origin: messenger, source: {} });
  popup.dispatch({ ...open, origin: messenger, source: null });
  await moment();
  same(links, []);
  opening.stop();
});

test("a messenger's page that goes takes back what it asked in the document's", async () => {
  const { page, popup, came, done, opening } = opened({ confirm: () => new Promise(() => {}) });
  await until(() => came.length === 1);
  const result = came[0].updateParticipants(change());
  await until(() => popup.said.some(({ type }) => type === "participants"));
  page.leave();
  same(await result, { ok: false, reason: "It was withdrawn.", isUnchanged: true });
  same(done, []);
  opening.stop();
});

test("a browser that opens no window leaves the click to the link", () => {
  const page = new FakeWindow(`${messenger}/`);
  page.opens(undefined);
  same(new OpenedPage(app, link, { own: page, came: () => {}, went: () => {} }).isBlocked, true);
});

test("only links of the app's own documents become its page, which is then opened by the messenger, once", () => {
  const popup = new FakeWindow(`${app}/actions#collab-open`);
  const loads = [];
  const become = (to) => becomeDocument(to, messenger, { own: popup, load: async () => void loads.push(popup.location.pathname) });
  for (const bad of ["https://evil.example/d/1", `${app}/`, `${app}/files#/x`, "javascript:alert(1)", "/d/1", "undefined", ""]) {
    same([bad, become(bad), popup.location.pathname], [bad, false, "/actions"]);
  }
  same([become(`${app}/d/1?x#y`), popup.location.pathname, popup.location.hash, loads],
    [true, "/d/1", `#collab-messenger=${messenger}`, ["/d/1"]]);
  popup.document.referrer = "";
  const came = () => arrivalAt(/** @type {any} */ (popup));
  same([came().isOpenedByMessenger, came().isOpenedByMessenger], [true, false]);
});

test("of several pages of an app the one that came last is asked, as long as it is there", () => {
  const apps = new ConnectedApps();
  const [first, last, other] = [app, app, "https://other.example"].map((origin) => (/** @type {any} */ ({ origin, isLost: false })));
  for (const one of [first, last, other]) apps.add(one);
  same(apps.get(app) === last, true);
  last.isLost = true;
  same(apps.get(app) === first, true);
  last.isLost = false;
  Object.assign(first, { shows: "doc-1" });
  const about = (collaborationID, audience = app) => apps.get(app, [{ audience, collaborationID }]);
  same([about("doc-1") === first, about("doc-2") === last, about("doc-1", other.origin) === last], [true, true, true],
    "but for the one that shows the very document");
  last.isLost = true;
  apps.remove(first);
  same([apps.has(app), apps.has(other.origin), apps.get("https://none.example")], [false, true, undefined]);
});

/** An app's page that has shared something, and the messenger's page in another tab, which holds the other end. */
async function shared({ confirm = async (_) => true, isThere = () => true } = {}) {
  const { page, popup } = pair();
  const [came, went, asked, done] = [[], [], [], []];
  const before = MessengerWindow.connected;
  MessengerWindow.connected = (origin, port) => origin === messenger && takeActionsThrough(port, {
    own: page, messengerOrigin: messenger, isThere, shows: () => "doc-1", confirm: async (question) => asked.push(question) && confirm(question),
    handlers: { updateParticipants: async ({ added }) => { done.push(added); return { epoch: "7" }; } },
  });
  const sharing = MessengerWindow.open(messenger, "/share", { own: page });
  const result = sharing.share({ metadata: { title: "Bread" } }, {});
  const request = await new AppWindow(popup).next();
  const tab = new FakeWindow(`${messenger}/`);
  request.finish({ outcome: "sent" });
  const end = connectedPage(app, request.connect(), { own: tab, came: (one) => came.push(one), went: (one) => went.push(one) });
  same((await result).ok, true);
  await moment();
  popup.closed = true;
  MessengerWindow.connected = before;
  return { page, tab, came, went, asked, done, end };
}

test("the page in which something was shared is asked by another page of the messenger, and its owner first", async () => {
  const { came, went, asked, done, end } = await shared();
  await until(() => came.length === 1);
  same([came[0].origin, came[0].shows, came[0].asksItsOwner], [app, "doc-1", true]);
  same((await came[0].updateParticipants(change())).ok, true);
  same([asked.map(({ title, messengerOrigin }) => [title, messengerOrigin]), done], [[["Baking", messenger]], [["a"]]]);
  end();
  same(went, came);
});

test("it is asked no more once one of the two pages has gone, and what was not answered was not done", async () => {
  const left = await shared();
  await until(() => left.came.length === 1);
  left.page.leave();
  await until(() => left.went.length === 1);
  for (const goes of ["page", "tab"]) {
    let answer = (_) => {};
    const gone = await shared({ confirm: () => new Promise((resolve) => (answer = resolve)) });
    await until(() => gone.came.length === 1);
    const result = gone.came[0].updateParticipants(change()).catch(() => "lost");
    await until(() => gone.asked.length === 1);
    gone[goes].leave();
    // The app's page says so with its last words; of the messenger's nobody is left to hear.
    same(await result, goes === "page" ? { ok: false, reason: "The app's page has gone.", isUnchanged: true } : "lost");
    await moment();
    answer(true);
    await moment(100);
    same(gone.done, [], goes);
    gone.end();
  }
});

test("a page where nobody is signed in is not asked", async () => {
  const { came, end } = await shared({ isThere: () => false });
  await moment(300);
  same(came, []);
  end();
});
