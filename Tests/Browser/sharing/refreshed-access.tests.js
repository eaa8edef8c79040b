import { writeAccount } from "../../../Web/grove/rules/model/known-account.js";
import { withParticipant } from "../../../Web/grove/rules/membership/shared-collaboration.js";
import { names } from "../../../Web/grove/rules/model/record-names.js";
import { holds, same, suite } from "../support/harness.js";
import { change, device as newDevice, id } from "../support/people.js";
import { App, Company, conversationID, origin, staged } from "./support/devices.js";

const test = suite("access that is refreshed");
const place = { audience: origin, collaborationID: "doc-0" };
const [again, unconfirmed] = [id(77, 32), id(78, 32)];

/** Alice has shared with Bob, took him out in her app, and shared with him once more. */
async function sharedTwice() {
  const company = await Company.of("Alice", "Bob");
  const [alice, bob] = company.devices;
  const app = new App();
  alice.sharing.register(app);
  same((await alice.sharing.send(await staged(alice))).outcome, "sent");
  const world = { alice, person: bob.person, app, there: app.collaborations.get("doc-0") };
  const [first] = await rootsOf(world);
  world.there.delete(first);
  world.there.add(again);
  const { seq, hash } = bob.person.chain.newest;
  const statement = { seq, hash };
  await add(world, { root: again, statement });
  return { ...world, first, statement };
}

const nameOfShared = names.shared(conversationID, place);
const rootsOf = ({ alice, person }) => alice.host.look((records) => records.get(nameOfShared).participants
  .filter(({ account }) => account === person.id).map(({ root }) => root));
const add = ({ alice, person }, participant) => alice.host.change((records) =>
  records.put(nameOfShared, withParticipant(records.get(nameOfShared), { account: person.id, ...participant })));
const due = async ({ alice }) => (await alice.sharing.renewals()).map(({ root }) => root);

/** All of Bob's devices are others. */
async function recovered({ alice, person }) {
  person.chain = await change(person, [await newDevice("Bob anew")], person.devices[0].identityKey);
  await alice.host.change((records) =>
    writeAccount(records, { handle: "Bob", name: "Bob", chain: person.chain, kemKeys: [], refreshedAt: 0 }));
}

test("what was taken from somebody in the app is not refreshed, and nothing is left of it to be asked about", async () => {
  const world = await sharedTwice();
  const { alice, person, there, first } = world;
  await alice.host.change((records) => records.put(names.toldGone(place), [first]));
  await recovered(world);
  same(await due(world), [again]);
  same((await alice.sharing.renewIdentities(place, person.id)).outcome, "sent");
  const present = (await rootsOf(world)).at(-1);
  same([there.has(again), there.has(present)], [false, true]);
  same(await due(world), []);
  same(await alice.sharing.renewIdentities(place, person.id), undefined);
  holds(there.has(present), "whoever is in stays in");
});

test("who has an identity for the devices of today keeps it, when one that nobody confirmed is cleared away", async () => {
  const world = await sharedTwice();
  const { alice, person, app, there, first, statement } = world;
  await alice.host.change((records) => records.put(names.toldGone(place), [first]));
  await recovered(world);
  same((await alice.sharing.renewIdentities(place, person.id)).outcome, "sent");
  const present = (await rootsOf(world)).find((root) => there.has(root));
  // Nobody told that the first is gone, and giving another in its place failed.
  await alice.host.change((records) => records.put(names.toldGone(place), []));
  await add(world, { root: first, statement });
  same(await due(world), [first]);
  await add(world, { root: unconfirmed, isSuspect: true });
  const before = there.size;
  same((await alice.sharing.renewIdentities(place, person.id)).outcome, "sent");
  same([there.has(present), there.size], [true, before], "neither taken out nor given another");
  same([await rootsOf(world), await due(world)], [[present], []]);
  same(app.asked.filter((action) => action === "participants").length, 3);
});

test("who was given a further identity in a conversation has both renewed at once, and nothing is left to be asked", async () => {
  const world = await sharedTwice();
  const { alice, person, there, first } = world;
  there.add(first);
  await recovered(world);
  same(await due(world), [first, again]);
  same((await alice.sharing.renewIdentities(place, person.id)).outcome, "sent");
  same([there.has(first), there.has(again), await due(world)], [false, false, []]);
  same((await rootsOf(world)).filter((root) => there.has(root)).length, 2);
});
