import { writeAccount } from "../../../Web/grove/rules/model/known-account.js";
import { rootOf } from "../../../Web/grove/message/collaboration-membership.js";
import { SigningKey } from "../../../Web/grove/crypto/signing-key.js";
import { attestationSignedBytes } from "../../../Web/grove/message/content/notice.js";
import { applied, merged } from "../../../Web/grove/rules/membership/known-membership.js";
import { KnownParticipants } from "../../../Web/grove/rules/membership/known-membership.js";
import { raise } from "../../../Web/grove/rules/devices/alarm-rules.js";
import { names } from "../../../Web/grove/rules/model/record-names.js";
import { holds, same, suite } from "../support/harness.js";
import { change, device as newDevice, id } from "../support/people.js";
import {
  App, Company, Device, conversationID, invitation, origin, settled, staged,
} from "./support/devices.js";

const test = suite("members, notices and renewals");

const place = { audience: origin, collaborationID: "doc-0" };

/** Alice has shared with everybody. */
async function sharedBy(...people) {
  const company = await Company.of("Alice", ...people);
  const [alice] = company.devices;
  const app = new App();
  alice.sharing.register(app);
  same((await alice.sharing.send(await staged(alice))).outcome, "sent");
  await alice.flush();
  return { company, app, alice, bob: company.named("Bob"), carol: company.named("Carol") };
}

const setMembers = (device, members, version) => device.host.change((records) => {
  const name = `conversation/${conversationID}`;
  const conversation = { ...records.get(name), members, version };
  records.put(name, conversation);
  device.sharing.hooks.rosterChanged(conversation, records, { gone: [], at: 0 });
});
const texts = async (device) => (await device.sharing.notices(conversationID)).map(({ text }) => text);
const rootAt = async (device, account) =>
  rootOf((await device.host.look((records) =>
    KnownParticipants.of(records, place))).membershipOf(account), account);

test("a notice reaches the others, merged and attributed; clearing takes it away", async () => {
  const { alice, bob, carol } = await sharedBy("Bob", "Carol");
  same((await bob.sharing.postNotice(place, { kind: "edit" })).value.length, 2);
  await bob.flush();
  same((await carol.sharing.postNotice(place, { kind: "edit" })).ok, true);
  await carol.flush();
  const [notice] = await alice.sharing.notices(conversationID);
  same([notice.text, notice.attribution, notice.title, notice.link],
    ["Bob and Carol edited", "Their apps say", "Baking", `${origin}/d/doc-0`]);
  same(await texts(bob), ["Carol edited"]);
  await carol.sharing.retractNotices(place);
  holds((await carol.queued()).every(({ accounts }) => !accounts.includes(carol.person.id)));
  await carol.flush();
  same([await texts(alice), await texts(bob)], [["Bob edited"], []]);
  await alice.sharing.clearNotices(place);
  same(await texts(alice), []);
});

test("a mention reaches the mentioned person only, and only a root that is somebody's", async () => {
  const { alice, bob, carol } = await sharedBy("Bob", "Carol");
  const mention = async (root) => (await bob.sharing.postNotice(place, { kind: "mention", root })).refusal;
  same(await mention(await rootAt(bob, carol.person.id)), undefined);
  same((await bob.queued()).map(({ accounts }) => accounts), [[carol.person.id]]);
  await bob.flush();
  same([await texts(carol), await texts(alice)], [["Bob mentioned you"], []]);
  same(await mention(id(1, 32)), "unknown_root");
  same(await mention(undefined), "malformed");
  same(await mention(await rootAt(bob, bob.person.id)), "mentions_self");
  same((await bob.sharing.postNotice({ ...place, collaborationID: "x" }, { kind: "edit" })).refusal, "no_collaboration");
  same((await bob.sharing.postNotice(place, { kind: "deleted" })).refusal, "attestation_required");
  await setMembers(bob, [bob.person.id, alice.person.id], 2);
  same(await mention(await rootAt(bob, carol.person.id)), "unreachable");
});

test("with the keys its page handed over an attested notice is a fact; one that needs them waits", async () => {
  const { alice, bob } = await sharedBy("Bob");
  const server = await SigningKey.generate();
  const root = await rootAt(bob, bob.person.id);
  const attested = async (kind, number) => {
    const post = { kind, noticeID: id(number), at: alice.clock };
    const bytes = attestationSignedBytes({ ...post, ...place, at: BigInt(post.at) }, root);
    const attestation = { keyID: "k1", root, signature: await server.sign(bytes) };
    await bob.sharing.postNotice(place, { ...post, attestation });
    await bob.flush();
  };
  await attested("edit", 1);
  await attested("deleted", 2);
  same((await alice.sharing.notices(conversationID)).map(({ attribution }) => attribution), ["Bob's app says"]);
  same((await alice.store.list("sharing/pending/")).size, 1);
  const published = { keys: [{ keyID: "k1", publicKey: server.publicKey.text }] };
  await alice.sharing.takePublishedKeys("https://other.example", published);
  same(await alice.store.get(names.publishedKeys("https://other.example")), undefined);
  await alice.sharing.takePublishedKeys(origin, published);
  for (let turn = 0; turn < 100 && (await texts(alice)).length < 2; turn += 1) await new Promise((done) => setTimeout(done, 5));
  same((await alice.sharing.notices(conversationID)).map(({ text, attribution }) => [text, attribution]),
    [["Bob edited", "Bob's app says"], ["Bob deleted it", undefined]]);
});

test("a card has the newest name, and an end that a fact, the app or the inviter has told", async () => {
  const { alice, bob, carol } = await sharedBy("Bob", "Carol");
  const server = await SigningKey.generate();
  const published = { keys: [{ keyID: "k1", publicKey: server.publicKey.text }] };
  for (const one of [alice, bob, carol]) await one.sharing.takePublishedKeys(origin, published);
  const root = await rootAt(alice, alice.person.id);
  // Nothing happened after it was heard of.
  const begun = alice.clock - 1000;
  const tell = async (number, about, signer = server) => {
    const post = { ...about, noticeID: id(number), at: begun + number };
    const bytes = attestationSignedBytes({ ...post, ...place, at: BigInt(post.at) }, root);
    const attestation = signer ? { keyID: "k1", root, signature: await signer.sign(bytes) } : undefined;
    await alice.sharing.postNotice(place, { ...post, attestation });
    await alice.flush();
  };
  same((await bob.sharing.documentStates([place]))[0].accounts.length, 3, "between whom it was shared");
  const [bobs, carols] = [await rootAt(bob, bob.person.id), await rootAt(carol, carol.person.id)];
  const state = async (device) => {
    const [{ accounts, joined, guests, ...rest }] = await device.sharing.documentStates([place]);
    return rest;
  };
  same([await state(alice), await state(bob)], [{ title: "Baking" }, { title: "Baking" }]);
  same(await state({ sharing: { documentStates: () =>
    alice.sharing.documentStates([{ ...place, collaborationID: "never" }]) } }), { title: undefined });
  // Somebody's word alone renames nothing at the others', and does where the app says it.
  await tell(1, { kind: "renamed", title: "Mine" }, null);
  same([(await state(alice)).title, (await state(bob)).title], ["Mine", "Baking"]);
  await tell(3, { kind: "renamed", title: "Rye" });
  await tell(2, { kind: "renamed", title: "Older" });
  same([(await state(alice)).title, (await state(bob)).title], ["Rye", "Rye"]);
  same((await bob.sharing.notices(conversationID))[0].title, "Rye");
  await tell(4, { kind: "removedCollaborator", root: bobs });
  same([(await state(alice)).ending, (await state(bob)).ending, (await state(carol)).ending],
    [undefined, "removed", undefined]);
  same(await bob.sharing.highlightsIn(conversationID), []);
  // The app refuses what Carol has; asked anew, it may have let her in again.
  const ask = (refused) => carol.sharing.proof({ origin, collaborationID: place.collaborationID,
    data: new Uint8Array(), refused }, async () => false);
  await ask([carols]);
  same((await state(carol)).ending, "refused");
  await ask([bobs]);
  same((await state(carol)).ending, undefined);
  await tell(5, { kind: "deleted" });
  same([(await state(alice)).ending, (await state(bob)).ending, (await state(carol)).ending],
    ["deleted", "deleted", "deleted"]);
});

test("only the inviter's word changes who takes part", async () => {
  const { alice, bob, carol } = await sharedBy("Bob", "Carol");
  const removed = [await rootAt(bob, carol.person.id)];
  const update = { type: "membershipUpdate", ...place, epoch: 9n, added: [], removed };
  same(await bob.take(carol, update), { dropped: "not_from_inviter" });
  same(await bob.take(alice, update, { isFromRemovedDevice: true }), { dropped: "removed_device" });
  same((await bob.sharing.membershipOf(place)).length, 3);
  same(await bob.take(alice, update), {});
  same((await bob.sharing.membershipOf(place)).length, 2);
  const edit = { type: "notice", ...place, noticeID: id(3), kind: "edit", at: 1n, counter: 1n };
  same(await bob.take(carol, edit), { dropped: "sender_not_participant" });
  same(await bob.take(alice, { ...edit, collaborationID: "other" }), { dropped: "no_invitation" });
  await carol.sharing.postNotice(place, { kind: "edit" });
  await carol.flush();
  same(await texts(bob), [], "a removed person's notices are dropped");
  same(await texts(alice), ["Carol edited"], "Alice has not heard of it");
});

test("a later inviter cannot redirect mentions, nor bring back whom the first one removed", async () => {
  const told = (inviter, order, ...pairs) => ({
    ...place, inviter, order, epoch: BigInt(order),
    identityMap: pairs.map(([account, root]) => ({ account, root })),
  });
  const known = async (...all) => {
    const records = new Map();
    const reader = { get: (name) => records.get(name), list: (beginning) =>
      new Map([...records].filter(([name]) => name.startsWith(beginning))) };
    for (const one of all) {
      const made = merged(reader, place, one);
      if (made) records.set(names.membership(place, one.inviter), made);
    }
    return [...records.values()];
  };
  const [ann, bob, eve] = [1, 2, 3].map((number) => id(number, 32));
  const [r1, r2, r3] = [11, 12, 13].map((number) => id(number, 32));
  const [first, second] = await known(told(ann, 1, [ann, r1], [bob, r2]), told(eve, 2, [eve, r2], [bob, r3]));
  same(new KnownParticipants([second, first]).accountOf(r2), bob);
  const without = applied(first, { ...place, epoch: 9n, added: [], removed: [r2] }, ann).value;
  const now = new KnownParticipants([second, without]);
  same([now.membershipOf(bob), now.accountOf(r2), now.accounts.includes(bob)], [undefined, undefined, false]);
  const twice = (await known(told(ann, 1, [bob, r2]), told(ann, 2, [bob, r3])))[0];
  same([twice.roots.get(r2), twice.roots.get(r3)], [bob, bob], "both of a person's roots count");
  const stolen = { ...place, epoch: 9n, added: [{ account: eve, root: r2 }], removed: [] };
  same(applied(twice, stolen, ann).refusal, "root_taken");
});

test("a person who leaves is offered to lose access; on consent they do, and the others know", async () => {
  const { alice, bob, carol, app } = await sharedBy("Bob", "Carol");
  await setMembers(alice, [alice.person.id, bob.person.id], 2);
  const [offer] = await alice.sharing.membershipOffers(conversationID);
  same(offer.documents, [{ collaboration: place, title: "Baking", gains: [], loses: [carol.person.id] }]);
  await alice.sharing.dismissMembership(offer);
  same(await alice.sharing.membershipOffers(), []);
  await setMembers(alice, [alice.person.id, bob.person.id], 3);
  const [again] = await alice.sharing.membershipOffers();
  app.next("participants", async () => ({ ok: false, reason: "The server is away." }));
  const [failed] = await alice.sharing.applyMembership(again);
  same(failed.result.sentence, "The app could not change who takes part: The server is away.");
  same((await alice.sharing.membershipOffers()).length, 1, "what failed stays on offer");
  const [[applied], second] = await Promise.all(
    [alice.sharing.applyMembership(again), alice.sharing.applyMembership(again)]);
  same(second, [], "one change at a time");
  same([applied.result.outcome, app.collaborations.get("doc-0").size], ["sent", 2]);
  same(await alice.sharing.membershipOffers(), []);
  await alice.flush();
  same((await bob.sharing.membershipOf(place)).length, 2);
  same((await alice.sharing.sharedIn(conversationID))[0].accounts.length, 2);
  same((await alice.sharing.applyMembership(again)), [], "there is nothing left to do");
});

test("what was decided with the change of people is not offered, until those people come or go again", async () => {
  const { alice, bob, carol, app } = await sharedBy("Bob", "Carol");
  const [a, b, c] = [alice, bob, carol].map(({ person }) => person.id);
  const losing = async () => (await alice.sharing.membershipOffers(conversationID)).flatMap(({ documents }) =>
    documents.map(({ loses }) => loses));
  await setMembers(alice, [a], 2);
  same((await losing())[0].length, 2);
  await alice.sharing.declineMembership(conversationID, [{ collaboration: place, gains: [], loses: [c] }],
    async () => {});
  same(await losing(), [[b]]);
  const refused = alice.sharing.declineMembership(conversationID, [{ collaboration: place, gains: [], loses: [b] }],
    async () => { throw new Error("refused"); });
  same([await refused.catch(({ message }) => message), await losing()], ["refused", [[b]]]);
  await setMembers(alice, [a], 3);
  same(await losing(), [[b]], "whatever else changes there");
  const all = { conversationID, version: 3, documents: [{ collaboration: place, title: "", gains: [], loses: [b, c] }] };
  same((await alice.sharing.applyMembership(all))[0].result.outcome, "sent");
  same(app.collaborations.get("doc-0").size, 2, "and what was declined is not done");
  await setMembers(alice, [a, b, c], 4);
  await setMembers(alice, [a], 5);
  same(await losing(), [[c]], "who came back and went is asked about again");
  await setMembers(alice, [a, b, c], 6);
  await alice.sharing.declineMembership(conversationID, [{ collaboration: place, gains: [b], loses: [] }],
    async () => {});
  same(await alice.sharing.membershipOffers(conversationID), []);
  const { size } = await alice.host.look((records) => records.list(names.declined(conversationID)));
  await setMembers(alice, [a, c], 7);
  same([size, (await alice.host.look((records) => records.list(names.declined(conversationID)))).size], [1, 0],
    "nothing is kept of what is over");
});

test("what was taken from somebody in the app is not listed as theirs, and what they left is", async () => {
  const { alice, bob } = await sharedBy("Bob", "Carol");
  const root = await rootAt(alice, bob.person.id);
  const accounts = async () => (await alice.sharing.sharedIn(conversationID))[0].accounts.includes(bob.person.id);
  alice.store.put(new Map([[names.toldGone(place), [root]]]));
  same(await accounts(), false);
  alice.store.put(new Map([[names.toldLeft(place), [root]]]));
  same(await accounts(), true);
});

test("who loses it is told by who takes it, whether the app's server tells them, too, or not", async () => {
  const { alice, bob, carol } = await sharedBy("Bob", "Carol");
  const carols = await rootAt(alice, carol.person.id);
  const shared = await alice.sharing.sharedIn(conversationID);
  await alice.sharing.takeAway(conversationID, shared, { people: [carol.person.id] });
  const told = (await alice.queued()).map(({ accounts }) => accounts);
  same([told.length, told[0], told[1].includes(carol.person.id)], [2, [carol.person.id], false], "her, and those who stay");
  same(await alice.sharing.membershipOffers(), [], "she is in the conversation still, and nobody asks whether she shall have it");
  await alice.flush();
  same((await carol.host.look((records) => records.get(names.invitation(place, carols)))).isRevoked, true);
  alice.store.put(new Map([[names.toldCame(place), [{ root: await rootAt(alice, bob.person.id) }]]]));
  await alice.sharing.takeAway(conversationID, shared, { people: [bob.person.id] });
  same((await alice.queued()).map(({ accounts }) => accounts)[0], [bob.person.id]);
});

test("who leaves takes along what they shared there, if they want: all others lose it", async () => {
  const { alice, bob, app } = await sharedBy("Bob", "Carol");
  const shared = await alice.sharing.sharedIn(conversationID);
  app.next("participants", async () => ({ ok: false, reason: "The server is away." }));
  const [failed] = await alice.sharing.takeAway(conversationID, shared, { keepsElsewhere: true });
  same(failed.result.outcome, "failed");
  const [{ result }] = await alice.sharing.takeAway(conversationID, shared, { keepsElsewhere: true });
  same([result.outcome, app.collaborations.get("doc-0").size], ["sent", 1]);
  same((await alice.sharing.sharedIn(conversationID))[0].accounts, [alice.person.id]);
  same(await bob.sharing.takeAway(conversationID, shared, { keepsElsewhere: true }), [], "only what is one's own");
});

test("what is taken back before the app's owner has agreed changes nothing and stays on offer", async () => {
  const { alice, bob, app, carol } = await sharedBy("Bob", "Carol");
  await setMembers(alice, [alice.person.id, bob.person.id], 2);
  const [offer] = await alice.sharing.membershipOffers();
  app.asked = [];
  const taken = new AbortController();
  const asking = app.ask("participants");
  const applying = alice.sharing.applyMembership(offer, taken.signal);
  await asking;
  taken.abort();
  const [{ result }] = await applying;
  same([result.outcome, result.failure], ["failed", { code: "cancelled" }]);
  same([app.asked, app.collaborations.get("doc-0").size], [["participants"], 3]);
  same((await alice.sharing.membershipOffers())[0].documents[0].loses, [carol.person.id]);
  same(await alice.sharing.applyMembership(offer, taken.signal), [], "nobody is asked any more");
});

test("a withdrawal that crosses with the owner's yes: it is done, and known to be done", async () => {
  const { alice, bob, app } = await sharedBy("Bob", "Carol");
  await setMembers(alice, [alice.person.id, bob.person.id], 2);
  const [offer] = await alice.sharing.membershipOffers();
  const taken = new AbortController();
  const asking = app.ask("participants");
  const applying = alice.sharing.applyMembership(offer, taken.signal);
  (await asking)(true);
  taken.abort();
  same([(await applying)[0].result.outcome, app.collaborations.get("doc-0").size], ["sent", 2]);
  same(await alice.sharing.membershipOffers(), []);
  await alice.flush();
  same((await bob.sharing.membershipOf(place)).length, 2);
});

test("an owner who does not answer in time is asked no more, and nothing has to be taken back", async () => {
  const { alice, bob, carol, app } = await sharedBy("Bob", "Carol");
  await setMembers(alice, [alice.person.id, bob.person.id], 2);
  const [offer] = await alice.sharing.membershipOffers();
  same((await alice.sharing.applyMembership(offer))[0].result.outcome, "sent");
  await setMembers(alice, [alice.person.id, bob.person.id, carol.person.id], 3);
  const [again] = await alice.sharing.membershipOffers();
  app.asked = [];
  app.timeLimit = 0.05;
  void app.ask("participants");
  const [{ result }] = await alice.sharing.applyMembership(again);
  same(result.failure, { code: "update_timed_out" });
  await settled(alice);
  same([app.asked, app.collaborations.get("doc-0").size], [["participants"], 2]);
  app.timeLimit = 30;
  app.ask("participants").then((answer) => answer(false));
  const [refused] = await alice.sharing.applyMembership(again);
  same(refused.result.sentence, "The app could not change who takes part: It was not allowed.");
  await settled(alice);
  same(app.asked, ["participants", "participants"], "what was never added is not taken away");
});

test("a device that is removed is mended where the app is, one that was added when asked", async () => {
  const { company, alice, bob, app } = await sharedBy("Bob");
  const { person } = bob;
  const grow = async (devices) => {
    person.chain = await change(person, devices, person.devices[0].identityKey);
    await alice.host.change((records) => {
      writeAccount(records, { handle: "Bob", name: "Bob", chain: person.chain, kemKeys: [], refreshedAt: 0 });
      alice.sharing.hooks.devicesChanged(person.chain, records);
    });
  };
  const second = await newDevice("Bob two");
  await grow([person.devices[0], second]);
  same((await alice.sharing.renewals()).map(({ reason, account }) => [reason, account]), [["device_added", person.id]]);
  // Where he is no more, no identity can be sent to him, and nobody is asked about it.
  const roster = (edit) => alice.host.change((records) => {
    const name = names.conversation(conversationID);
    records.put(name, { ...records.get(name), members: edit(records.get(name).members) });
  });
  await roster((members) => members.filter((one) => one !== person.id));
  same(await alice.sharing.renewals(), []);
  await roster((members) => [...members, person.id]);
  const before = await rootAt(alice, person.id);
  same((await alice.sharing.renewIdentities(place, person.id)).outcome, "sent");
  await alice.flush();
  const renewed = await rootAt(alice, person.id);
  holds(renewed !== before);
  same([app.collaborations.get("doc-0").has(before), app.collaborations.get("doc-0").has(renewed)], [false, true]);
  same(await rootAt(bob, person.id), renewed);
  same((await bob.lines()).filter(({ content }) => content.kind === "link").length, 1, "one card for one document");
  same(await alice.sharing.renewIdentities(place), undefined);
  alice.sharing.unregister(origin);
  await grow([person.devices[0]]);
  await alice.sharing.round();
  same((await alice.sharing.renewals()).map(({ reason }) => reason), ["device_removed"]);
  same(await alice.sharing.awaitedApps(), [], "nothing was begun that could have been broken off");
  alice.sharing.register(app);
  for (let turn = 0; turn < 200 && (await alice.sharing.renewals()).length > 0; turn += 1) await new Promise((done) => setTimeout(done, 5));
  await settled(alice);
  same(await alice.sharing.renewals(), []);
  holds(!app.collaborations.get("doc-0").has(renewed));
  same(company.members.length, 2);
});

test("who asks for what is being mended already waits for what becomes of it", async () => {
  const world = await sharedBy("Bob");
  const { alice, bob: { person }, app } = world;
  await grown(world);
  same((await alice.sharing.renewIdentities(place, person.id)).outcome, "sent");
  alice.sharing.unregister(origin);
  person.chain = await change(person, [person.devices[0]], person.devices[0].identityKey);
  await alice.host.change((records) => {
    writeAccount(records, { handle: "Bob", name: "Bob", chain: person.chain, kemKeys: [], refreshedAt: 0 });
    alice.sharing.hooks.devicesChanged(person.chain, records);
  });
  for (const yes of [false, true]) {
    const asking = app.ask("participants");
    alice.sharing.register(app);
    const answer = await asking;
    let isOver = false;
    const clicked = alice.sharing.renewIdentities(place, person.id).finally(() => (isOver = true));
    await new Promise((done) => setTimeout(done, 50));
    same(isOver, false, "the app is still asking its owner");
    answer(yes);
    // Its window is closed once the click is answered.
    const { outcome } = await clicked;
    alice.sharing.unregister(origin);
    same([outcome, await due(alice)], yes ? ["sent", 0] : ["waiting", 1]);
    await settled(alice);
  }
});

/** Bob has one device more, and Alice's device has just learnt it. */
async function grown({ alice, bob: { person } }) {
  person.chain = await change(person, [person.devices[0], await newDevice("Bob two")], person.devices[0].identityKey);
  await alice.host.change((records) => {
    writeAccount(records, { handle: "Bob", name: "Bob", chain: person.chain, kemKeys: [], refreshedAt: 0 });
    alice.sharing.hooks.devicesChanged(person.chain, records);
  });
}
const due = async ({ sharing }) => (await sharing.renewals()).length;

test("a person may let added devices in by themselves, also those that wait already", async () => {
  const world = await sharedBy("Bob");
  const { alice } = world;
  await grown(world);
  await settled(alice);
  same([await due(alice), await alice.sharing.letsDevicesIn()], [1, false], "nothing before they chose");
  await alice.sharing.setLetsDevicesIn(true);
  for (let turn = 0; turn < 200 && (await due(alice)) > 0; turn += 1) await new Promise((done) => setTimeout(done, 5));
  same([await due(alice), await alice.sharing.letsDevicesIn()], [0, true]);
  await alice.sharing.setLetsDevicesIn(false);
  same(await alice.sharing.letsDevicesIn(), false);
});

test("where an alarm stands about somebody's devices nothing happens by itself, and a click still does it", async () => {
  const world = await sharedBy("Bob");
  const { alice, bob } = world;
  await alice.host.change((records) =>
    raise(records, { kind: "hidden_statement", accountID: bob.person.id, reportedBy: bob.person.id }, 1));
  await alice.sharing.setLetsDevicesIn(true);
  await grown(world);
  await alice.sharing.round();
  await settled(alice);
  const [{ isAlarmed, reason, since }] = await alice.sharing.renewals();
  same([isAlarmed, reason, since], [true, "device_added", Number(bob.person.chain.newest.issuedAt)]);
  same((await alice.sharing.renewIdentities(place, bob.person.id)).outcome, "sent");
  same(await due(alice), 0);
});

test("another device of the inviter can manage what it shared", async () => {
  const company = await Company.of("Alice", "Bob");
  const [alice, bob] = company.devices;
  const sibling = await Device.of(company, alice.person);
  const own = await invitation(alice, alice);
  const bobEntry = { account: bob.person.id, root: id(150, 32) };
  await sibling.take(alice, { ...own, identityMap: [own.identityMap[1], bobEntry] });
  const [shared] = await sibling.sharing.sharedIn(conversationID);
  same([shared.title, shared.accounts.length], ["Baking", 2]);
  const key = shared.collaboration;
  same([await sibling.sharing.hasShared(key), await sibling.sharing.hasShared({ ...key, audience: "https://other.example" })],
    [true, false]);
  same(await bob.sharing.hasShared(key), false);
  const update = { type: "membershipUpdate", ...key, epoch: 9n, added: [], removed: [bobEntry.root] };
  same(await sibling.take(alice, update), {});
  same((await sibling.sharing.sharedIn(conversationID))[0].accounts, [alice.person.id]);
  same((await sibling.sharing.membershipOffers())[0].documents[0].gains, [bob.person.id]);
});
