import { AppActions } from "../../../Web/grove/bridge/app-actions.js";
import { takeActions } from "../../../Web/grove/bridge/actions-page.js";
import { holds, same, suite } from "../support/harness.js";
import { FakeWindow, app, messenger, moment } from "./support/windows.js";

const test = suite("the bridge, when the messenger opens an app");

/** A messenger's page that opens the app's page for actions. */
function opened({ confirm = async () => true, updateParticipants = async () => ({ epoch: "7" }),
  messengerOrigin = messenger, from = messenger, ...options } = {}) {
  const [page, popup] = [new FakeWindow(`${from}/`), new FakeWindow(`${app}/actions`)];
  page.opens(popup);
  const asked = [];
  const done = [];
  const greeted = [];
  const actions = new AppActions(app, { own: page, patience: 800, ...options });
  const taking = takeActions({
    messengerOrigin, own: popup, done: (type) => done.push(type), greeted: () => greeted.push(1),
    confirm: async (question, over) => asked.push(question) && confirm(question, over),
    handlers: {
      start: async () => ({ link: `${app}/d/1`, collaborationID: "doc-1" }),
      updateParticipants, shareCancelled: async () => undefined,
    },
  });
  return { page, popup, actions, asked, done, greeted, taking };
}

const metadata = { title: "Baking", localIdentifier: "7" };
const update = (changes = {}) => ({
  actionID: "u", collaborationID: "doc-1", metadata, added: ["a", "b"], removed: ["c"], replaced: [],
  timeLimit: 30, ...changes,
});

test("the signed-in owner is asked what changes, and then it is done", async () => {
  const { actions, asked, done, taking } = opened();
  const remote = await actions.ready;
  same([remote.origin, remote.timeLimit, taking.isOpened], [app, 120, true]);
  same(await remote.updateParticipants(update()), { ok: true, link: undefined, collaborationID: undefined, epoch: "7" });
  same(asked, [{
    messengerOrigin: messenger, type: "participants", title: "Baking", collaborationID: "doc-1",
    localIdentifier: "7", added: 2, removed: 1, replaced: 0, removedRoots: ["c"], only: false, renewedRoots: [],
    newRoots: [], others: [],
  }]);
  same(done, ["participants"]);
  actions.close();
});

test("what the owner does not allow is not done", async () => {
  const { actions, done } = opened({ confirm: async () => false });
  const remote = await actions.ready;
  same(await remote.updateParticipants(update()), { ok: false, reason: "It was not allowed.", isUnchanged: true });
  const broken = opened({ confirm: async () => { throw new Error("the dialog is gone"); } });
  same((await (await broken.actions.ready).start({ metadata, timeLimit: 30 })).ok, false);
  same([done, broken.done], [[], []]);
});

test("inviting to what was just started, and taking it back, are not asked again", async () => {
  const { actions, asked } = opened();
  const remote = await actions.ready;
  same((await remote.start({ actionID: "s", metadata, timeLimit: 30 })).collaborationID, "doc-1");
  await remote.updateParticipants(update());
  await remote.shareCancelled({ actionID: "s", metadata, timeLimit: 30 });
  same(asked.map(({ type }) => type), ["start"]);
  await remote.updateParticipants(update({ collaborationID: "doc-2" }));
  same(asked.length, 2);
});

/** Asks, and waits until the question stands there. */
async function questioned(options = {}) {
  let answer;
  let over;
  const made = opened({ ...options, confirm: (_, signal) => new Promise((resolve) => {
    [answer, over] = [resolve, signal];
  }) });
  const remote = await made.actions.ready;
  const result = remote.updateParticipants(update(options.action));
  while (!over) await moment(1);
  return { ...made, remote, result, over, answer: (yes) => answer(yes) };
}

test("a question that is withdrawn goes, and answering it does nothing any more", async () => {
  let count = 0;
  const { actions, remote, result, over, answer, done, popup } = await questioned({ updateParticipants: async () => (count += 1) });
  remote.withdraw("another");
  await moment();
  same(over.aborted, false);
  remote.withdraw("u");
  same(await result, { ok: false, reason: "It was withdrawn.", isUnchanged: true });
  same(over.reason, "withdrawn");
  answer(true);
  await moment();
  same([count, done], [0, []]);
  actions.close();
  same(popup.closed, false, "its sentence can be read");
});

test("what waits behind a question can be withdrawn before it is asked", async () => {
  const { remote, result, answer, asked } = await questioned();
  const second = remote.updateParticipants(update({ actionID: "second" }));
  await moment();
  remote.withdraw("second");
  same((await second).isUnchanged, true);
  answer(true);
  same((await result).ok, true);
  await moment();
  same(asked.length, 1);
});

test("what was agreed to before the withdrawal arrives is carried out, and the messenger learns it", async () => {
  let finish;
  const { remote, result, answer, done, actions, popup } = await questioned({ updateParticipants: () => new Promise((resolve) => (finish = resolve)) });
  answer(true);
  while (!finish) await moment(1);
  remote.withdraw("u");
  await moment();
  finish({ epoch: "9" });
  same((await result).epoch, "9");
  same(done, ["participants"]);
  actions.close();
  same(popup.closed, true, "nothing was taken back that its page would have to say");
  const crossing = await questioned();
  crossing.answer(true);
  crossing.remote.withdraw("u");
  same([(await crossing.result).ok, crossing.done], [true, ["participants"]]);
});

test("a question goes by itself when its time is over, and when the messenger has gone", async () => {
  const late = await questioned({ action: { timeLimit: 0.05 } });
  same(await late.result, { ok: false, reason: "It was not answered in time.", isUnchanged: true });
  same(late.over.reason, "late");
  const left = await questioned();
  left.page.closed = true;
  left.answer(true);
  await moment();
  same([left.over.reason, left.done], ["gone", []]);
});

test("a messenger's page that goes withdraws what it asked, though no window is named for its last words", async () => {
  const { page, popup, over } = await questioned();
  page.leave();
  await moment();
  same(over.reason, "withdrawn");
  const second = await questioned();
  const { id } = second.popup.said.find(({ type }) => type === "participants");
  const last = (changes = {}, origin = messenger) => second.popup.dispatch(
    { data: { collab: 1, id, type: "withdrawn", ...changes }, origin, source: null });
  last({ id: "guessed" });
  last({}, "https://evil.example");
  last({ type: "participants", id: "new", ...update() });
  await moment();
  same([second.over.aborted, second.asked.length], [false, 1]);
  last();
  same([second.over.reason, popup.closed], ["withdrawn", false]);
});

test("an app's page that is loaded anew is asked again, and its refusal is no proof that nothing was done", async () => {
  const { popup, remote, result, taking, actions, greeted } = await questioned();
  await moment(1100);
  same(greeted.length, 1, "a greeting that is repeated does not draw over the question");
  taking.stop();
  const asked = [];
  takeActions({
    messengerOrigin: messenger, own: popup, handlers: {},
    confirm: async (question) => asked.push(question) && false,
  });
  same(await result, { ok: false, reason: "It was not allowed." });
  same([asked.length, remote.hasWithdrawn], [1, false]);
  actions.close();
  same(popup.closed, true);
});

test("a greeting after the first question does not draw over it", async () => {
  const popup = new FakeWindow(`${app}/actions`);
  popup.opener = new FakeWindow(`${messenger}/`).seenBy(popup);
  const drawn = [];
  takeActions({
    messengerOrigin: messenger, own: popup, handlers: {}, greeted: () => drawn.push("greeted"),
    confirm: async () => drawn.push("question") && false,
  });
  const say = (type, more) => popup.dispatch(
    { data: { collab: 1, id: type, type, ...more }, origin: messenger, source: popup.opener });
  say("participants", update());
  await moment();
  say("hello");
  same(drawn, ["question"]);
});

test("taking away what was just added is not asked again", async () => {
  const { actions, asked } = opened({ updateParticipants: async () => { throw new Error("half"); } });
  const remote = await actions.ready;
  same(await remote.updateParticipants(update({ removed: [] })), { ok: false, reason: "" });
  await remote.updateParticipants(update({ added: [], removed: ["b", "a"] }));
  same(asked.length, 1);
  await remote.updateParticipants(update({ added: [], removed: ["a", "c"] }));
  same(asked.length, 2);
});

test("another messenger than the app's own is not heard", async () => {
  const { popup, actions, asked } = opened({ from: "https://evil.example" });
  same(await actions.ready, undefined);
  popup.dispatch({ data: { collab: 1, id: "1", type: "participants", ...update() }, origin: messenger, source: {} });
  popup.dispatch({ data: { collab: 1, id: "2", type: "participants", ...update() }, origin: "https://evil.example", source: popup.opener });
  await moment();
  same(asked, []);
});

test("an answer that comes too late changes nothing", async () => {
  const { actions, done } = opened({ confirm: () => moment(80).then(() => true) });
  const remote = await actions.ready;
  same((await remote.updateParticipants(update({ timeLimit: 0.04 }))).reason, "It was not answered in time.");
  same(done, []);
});

test("only so many actions wait, and one after the other", async () => {
  let running = 0;
  let most = 0;
  const { actions } = opened({ confirm: async () => {
    running += 1;
    most = Math.max(most, running);
    await moment(5);
    running -= 1;
    return true;
  } });
  const remote = await actions.ready;
  const results = await Promise.all(Array.from({ length: 70 }, () => remote.updateParticipants(update())));
  same([results.filter(({ ok }) => ok).length, results.find(({ ok }) => !ok).reason, most], [64, "Too much at once.", 1]);
});

test("a window takes so many actions in its life, and says so", async () => {
  const { page, popup } = opened();
  for (let id = 0; id < 4100; id += 1) {
    popup.dispatch({
      data: { collab: 1, id: `${id}`, type: "participants", ...update() }, origin: messenger, source: popup.opener,
    });
  }
  await moment(50);
  holds(page.said.some(({ id, reason }) => id === "4099" && reason === "Too much for one window."));
});

test("an app's window that was blocked, closed or does not come is nothing to wait for", async () => {
  const page = new FakeWindow(`${messenger}/`);
  page.opens(undefined);
  const blocked = new AppActions(app, { own: page });
  same([blocked.isBlocked, await blocked.ready], [true, undefined]);
  page.opens(new FakeWindow(`${app}/actions`));
  same(await new AppActions(app, { own: page, patience: 300 }).ready, undefined);
  const closing = opened();
  const remote = await closing.actions.ready;
  const lost = remote.updateParticipants(update()).catch((error) => error.constructor.name);
  closing.popup.closed = true;
  same(await lost, "AppLost");
  same(takeActions({ messengerOrigin: messenger, handlers: {}, confirm: async () => true, own: new FakeWindow(`${app}/actions`) }).isOpened, false);
});
