import { holds, same, suite } from "../support/harness.js";
import { App, Company, conversationID, jobs, origin, settled, staged } from "./support/devices.js";

const test = suite("sending a share");

async function begun(...names) {
  const company = await Company.of("Alice", "Bob", ...names);
  const [alice, bob] = company.devices;
  const app = new App();
  alice.sharing.register(app);
  return { company, alice, bob, app, draftID: await staged(alice, "look") };
}

const rootsAt = (app) => [...app.collaborations.values()].map(({ size }) => size);
const drafts = async (device) =>
  (await device.sharing.drafts()).map(({ state, draft }) => [state, draft.failure?.code]);
const tick = (milliseconds = 0) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test("what is sent arrives with an identity for each, and the draft is gone", async () => {
  const { alice, bob, app, draftID } = await begun();
  const result = await alice.sharing.send(draftID);
  same(result, { outcome: "sent", conversationID, collaboration: { audience: origin, collaborationID: "doc-0" } });
  same([app.asked, rootsAt(app), await drafts(alice)], [["start", "participants"], [2], []]);
  const [highlight] = await bob.sharing.highlights();
  same([highlight.title, highlight.canProve, highlight.sender], ["Baking", true, alice.person.id]);
  same((await alice.sharing.highlights())[0].canProve, true);
  same((await bob.lines()).map(({ content }) => content.kind), ["link"]);
  same((await alice.queued()).map(({ accounts }) => accounts.length), [2], "the text follows");
  same(await jobs(alice), []);
});

test("a recipient whose new device has no keys yet leaves nothing, and the app never hears of it", async () => {
  const { company, alice, bob, app, draftID } = await begun();
  company.arriving.add(bob.person.id);
  same((await alice.sharing.send(draftID)).failure.code, "devices_keep_changing");
  same([app.asked, await drafts(alice)], [[], [["staged", "devices_keep_changing"]]]);
  company.arriving.clear();
  same((await alice.sharing.send(draftID)).outcome, "sent");
});

test("cancelled while the app starts: the draft is back at once, the start is taken back when it answers", async () => {
  const { alice, bob, app, draftID } = await begun();
  let answer;
  app.next("start", (work) => new Promise((resolve) => (answer = () => resolve(work()))));
  const sending = alice.sharing.send(draftID);
  while (!answer) await tick();
  same(await alice.sharing.cancelShare(draftID), true);
  same((await sending).failure.code, "cancelled");
  same(await drafts(alice), [["compensating", "cancelled"]]);
  answer();
  await settled(alice);
  same([app.asked, rootsAt(app)], [["start", "cancelled"], []]);
  same([(await bob.lines()).length, await drafts(alice)], [0, [["staged", "cancelled"]]]);
});

test("cancelled while the app's owner is asked: the question is withdrawn, and nothing is owed", async () => {
  const { alice, app, draftID } = await begun();
  const asking = app.ask("start");
  const sending = alice.sharing.send(draftID);
  await asking;
  same(await alice.sharing.cancelShare(draftID), true);
  same((await sending).failure.code, "cancelled");
  await settled(alice);
  same([app.asked, await drafts(alice)], [["start"], [["staged", "cancelled"]]]);
  const crossing = app.ask("start");
  const again = alice.sharing.send(draftID);
  (await crossing)(true);
  await alice.sharing.cancelShare(draftID);
  same((await again).failure.code, "cancelled");
  await settled(alice);
  same([app.asked, rootsAt(app)], [["start", "start", "cancelled"], []]);
});

test("an app that is late is given up, and what it did in the end is taken back", async () => {
  const { alice, app, draftID } = await begun();
  app.timeLimit = 0.05;
  let answer;
  app.next("participants", (work) => new Promise((resolve) => (answer = () => resolve(work()))));
  const result = await alice.sharing.send(draftID);
  same(result.sentence, "The app did not add the people in time.");
  answer();
  await settled(alice);
  same([app.asked, rootsAt(app)], [["start", "participants", "participants", "cancelled"], []]);
});

test("an app that goes away in the middle may have done it: it is taken back when it is here again", async () => {
  const { alice, app, draftID } = await begun();
  app.next("participants", (work) => {
    work();
    alice.sharing.unregister(origin);
    throw new Error("its window closed");
  });
  same((await alice.sharing.send(draftID)).failure.code, "update_failed");
  await tick(20);
  same([rootsAt(app), await drafts(alice)], [[2], [["compensating", "update_failed"]]]);
  same(await alice.sharing.awaitedApps(), [{ origin, title: "Baking" }]);
  alice.sharing.register(app);
  await settled(alice);
  same([rootsAt(app), await drafts(alice)], [[], [["staged", "update_failed"]]]);
  same(await alice.sharing.awaitedApps(), []);
});

test("without its app nothing is asked, and the reason is said", async () => {
  const { alice, draftID } = await begun();
  alice.sharing.unregister(origin);
  same((await alice.sharing.send(draftID)).sentence, "The app is not here to answer.");
  same(await drafts(alice), [["staged", "app_unavailable"]]);
});

test("while the relay is away it waits, and goes on when it is back", async () => {
  const { company, alice, bob, app, draftID } = await begun();
  company.isRelayAway = true;
  same((await alice.sharing.send(draftID)).outcome, "waiting");
  same([await drafts(alice), app.asked], [[["queued", undefined]], []]);
  company.isRelayAway = false;
  await alice.sharing.round();
  await settled(alice);
  same((await bob.sharing.highlights()).length, 1);
});

test("an upload nobody answered is repeated, now or never, and not taken back", async () => {
  const { company, alice, bob, app, draftID } = await begun();
  app.next("participants", (work) => {
    company.isRelayAway = true;
    return work();
  });
  same((await alice.sharing.send(draftID)).outcome, "waiting");
  same(await alice.sharing.cancelShare(draftID), false, "it may have left");
  company.isRelayAway = false;
  const again = await alice.restarted();
  await again.sharing.round();
  await settled(again);
  same([rootsAt(app), company.uploads, (await bob.sharing.highlights()).length], [[2], 1, 1]);
  same((await again.sharing.highlights())[0].canProve, true);
  same([company.finals[0], company.finals.at(-1)], [false, true]);
});

test("a device that is removed before it learns whether its invitations arrived takes nothing back", async () => {
  const { company, alice, app, draftID } = await begun();
  company.refusals = ["device_removed"];
  same((await alice.sharing.send(draftID)).outcome, "waiting");
  same([rootsAt(app), await drafts(alice)], [[2], [["sending", undefined]]]);
});

test("recipients whose devices change meanwhile are invited anew", async () => {
  const { company, alice, bob, draftID, app } = await begun();
  company.refusals = ["devices_changed"];
  same((await alice.sharing.send(draftID)).outcome, "sent");
  same([rootsAt(app), (await bob.sharing.highlights()).length], [[2], 1]);
  company.refusals = ["not_a_member"];
  const result = await alice.sharing.send(await staged(alice));
  same(result.failure.code, "not_a_member");
  await settled(alice);
  same(rootsAt(app), [2]);
});

test("a draft that is being sent is neither changed nor sent twice", async () => {
  const { alice, app, draftID } = await begun();
  let answer;
  app.next("start", (work) => new Promise((resolve) => (answer = () => resolve(work()))));
  const sending = alice.sharing.send(draftID);
  while (!answer) await tick();
  const [{ draft }] = await alice.sharing.drafts();
  const codes = [];
  for (const forbidden of [
    () => alice.sharing.send(draftID), () => alice.sharing.updateDraft(draft),
    () => alice.sharing.discardDraft(draftID),
  ]) await forbidden().catch((error) => codes.push(error.code));
  same(codes, ["item_unknown", "item_unknown", "item_unknown"]);
  answer();
  same((await sending).outcome, "sent");
});

test("killed at any moment, a share ends either sent to all or as if it had never been", async () => {
  const moments = [];
  const { company, alice, app, draftID } = await begun();
  const isWatched = { yes: true };
  const remember = async () => {
    if (!isWatched.yes) return;
    const stored = await alice.store.list("");
    const roots = [...app.collaborations].map(([key, value]) => [key, new Set(value)]);
    moments.push({ stored: new Map(stored), roots, uploads: company.uploads });
  };
  const waits = [];
  alice.written = () => waits.push(remember());
  for (const action of ["start", "participants"]) {
    app.next(action, async (work) => {
      await remember();
      const result = work();
      await remember();
      return result;
    });
  }
  same((await alice.sharing.send(draftID)).outcome, "sent");
  await Promise.all(waits);
  isWatched.yes = false;
  holds(moments.length >= 10, `${moments.length} moments`);
  let sent = 0;
  for (const { stored, roots, uploads } of moments) {
    for (const [name] of await alice.store.list("")) await alice.store.put(new Map([[name, undefined]]));
    await alice.store.put(stored);
    company.uploads = uploads;
    const again = await alice.restarted();
    const server = new App();
    server.collaborations = new Map(roots.map(([key, value]) => [key, new Set(value)]));
    again.sharing.register(server);
    await again.sharing.round();
    await settled(again);
    const isSent = (await again.sharing.highlights()).length === 1;
    sent += isSent ? 1 : 0;
    same(rootsAt(server), isSent ? [2] : []);
    same((await again.sharing.drafts()).length, isSent ? 0 : 1);
    same(company.uploads > 0, isSent);
  }
  holds(sent > 0 && sent < moments.length, `${sent} of ${moments.length}`);
});
