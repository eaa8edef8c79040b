import { AppActions } from "../../../Web/grove/bridge/app-actions.js";
import { takeActions } from "../../../Web/grove/bridge/actions-page.js";
import { same, suite } from "../support/harness.js";
import { FakeWindow, app, messenger, moment } from "./support/windows.js";

const test = suite("the bridge, when the messenger opens an app");

/** A messenger's page that opens the app's page for actions. */
function opened({ confirm = async () => true, messengerOrigin = messenger, from = messenger, ...options } = {}) {
  const [page, popup] = [new FakeWindow(`${from}/`), new FakeWindow(`${app}/actions`)];
  page.opens(popup);
  const asked = [];
  const done = [];
  const actions = new AppActions(app, { own: page, patience: 800, ...options });
  const taking = takeActions({
    messengerOrigin, own: popup, done: (type) => done.push(type),
    confirm: async (question) => asked.push(question) && confirm(question),
    handlers: {
      start: async () => ({ link: `${app}/d/1`, collaborationID: "doc-1" }),
      updateParticipants: async () => ({ epoch: "7" }), shareCancelled: async () => undefined,
    },
  });
  return { page, popup, actions, asked, done, taking };
}

const metadata = { title: "Baking" };
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
    messengerOrigin: messenger, type: "participants", title: "Baking", collaborationID: "doc-1", added: 2,
    removed: 1, replaced: 0,
  }]);
  same(done, ["participants"]);
  actions.close();
});

test("what the owner does not allow is not done", async () => {
  const { actions, done } = opened({ confirm: async () => false });
  const remote = await actions.ready;
  same(await remote.updateParticipants(update()), { ok: false, reason: "It was not allowed." });
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
  const results = await Promise.all(Array.from({ length: 20 }, () => remote.updateParticipants(update())));
  same([results.filter(({ ok }) => ok).length, results.find(({ ok }) => !ok).reason, most], [16, "Too much at once.", 1]);
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
