import { encodeBase64URL } from "../../../Web/grove/encoding/base64url.js";
import { documentTold } from "../../../Web/grove/rules/invitations/document-rules.js";
import { documentState } from "../../../Web/grove/rules/invitations/document-state.js";
import { agreedChange, offerFor, rosterChanged, takenAway } from "../../../Web/grove/rules/membership/membership-rules.js";
import { standing } from "../../../Web/grove/rules/membership/told-to-have-gone.js";
import { names } from "../../../Web/grove/rules/model/record-names.js";
import { personsOf } from "../../../Web/grove/rules/sharing/persons.js";
import { ShareRows } from "../../../Web/grove/rules/sharing/share-rows.js";
import { shareState } from "../../../Web/grove/rules/sharing/share-state.js";
import { same, suite } from "../support/harness.js";
import { id } from "../support/people.js";
import { Desk } from "../transcripts/desk.js";

const test = suite("a document that was shared with the same people in several conversations");

const place = { audience: "https://docs.example", collaborationID: "doc-1" };
const [alice, bob, carol] = [1, 2, 3].map((number) => id(number, 32));
const [here, there] = [7, 8].map((number) => id(number));
const roots = { [here]: [11, 12, 13].map((number) => id(number, 32)), [there]: [21, 22, 23].map((number) => id(number, 32)) };

/** Alice has shared it with Bob and Carol in both. */
function shared() {
  const desk = new Desk();
  for (const conversationID of [here, there]) {
    const members = [alice, bob, carol];
    desk.put(names.conversation(conversationID), { conversationID, version: 1, members, state: "active" });
    desk.put(names.shared(conversationID, place), { collaboration: place, conversationID, link: "", title: "Recipes",
      optionsSummary: "", epoch: 1n, metadata: { localIdentifier: "", title: "Recipes" },
      participants: members.map((account, number) => ({ account, root: roots[conversationID][number] })) });
  }
  return desk;
}

const rosterOf = (conversationID, members) => ({ conversationID, version: 2, members, state: "active" });
const changeOf = (desk, agreed) => desk.look((records) => {
  const found = records.get(names.shared(here, place));
  return found && agreedChange({ ...records, get: (name) => (name === names.conversation(here)
    ? rosterOf(here, [alice, carol]) : records.get(name)), list: (name) => records.list(name) }, found, agreed, alice);
});

test("who goes is removed altogether, or keeps what other conversations give them", async () => {
  const desk = shared();
  const offer = await desk.look((records) => offerFor(records, rosterOf(here, [alice, carol]), alice));
  same(offer.documents[0].elsewhere, [{ account: bob, conversations: [there] }]);
  const [wholly, partly] = [await changeOf(desk, offer.documents[0]), await changeOf(desk, { ...offer.documents[0], keeps: [bob] })];
  same([wholly.removed, wholly.beside, wholly.only], [[roots[here][1]], [roots[there][1]], undefined]);
  same([partly.removed, partly.beside, partly.only], [[roots[here][1]], undefined, true]);
  const away = (isTheirs, keepsElsewhere) =>
    desk.look((records) => takenAway(records, records.get(names.shared(here, place)), isTheirs, keepsElsewhere));
  const along = await away((one) => one !== alice, true);
  same([along.removed, along.beside, along.only], [roots[here].slice(1), undefined, true]);
  const before = await away((one) => one === bob, false);
  same([before.removed, before.beside, before.only], [[roots[here][1]], [roots[there][1]], undefined]);
  same(await away(() => false, false), undefined);
});

test("whoever is given one more identity is named by one that stands", async () => {
  const desk = shared();
  const named = () => desk.look((records) => personsOf(records, place, [{ account: bob, root: id(42, 32) }]));
  same(await named(), [{ root: id(42, 32), person: roots[here][1] }]);
  desk.put(names.toldGone(place), [roots[here][1]]);
  same((await named())[0].person, roots[there][1]);
  desk.put(names.toldGone(place), [roots[here][1], roots[there][1]]);
  same((await named())[0].person, roots[here][1]);
  same(await desk.look((records) => personsOf(records, place, [{ account: id(4, 32), root: id(42, 32) }])), []);
});

test("an identity that another job is giving names nobody, the job's own does", async () => {
  const desk = shared();
  const [fresh, other] = [42, 31].map((number) => ({ account: id(4, 32), root: id(number, 32) }));
  const state = { ...shareState({ procedureID: id(9), purpose: { kind: "membership" }, origin: place.audience, participants: [],
    started: { link: "", collaborationID: "doc-1", epoch: 4n } }), pending: [other] };
  desk.put(names.job(id(9)), { state, conversationID: there, metadata: { localIdentifier: "", title: "Recipes" }, messageID: id(10) });
  same(await desk.look((records) => personsOf(records, place, [fresh])), []);
  same(await desk.look((records) => personsOf(records, place, [fresh], [fresh, other])), [{ root: fresh.root, person: other.root }]);
});

test("a removal is told in the other conversation, and offers nobody to come back there", async () => {
  const desk = shared();
  const state = shareState({ procedureID: id(9), purpose: { kind: "membership" }, origin: place.audience, participants: [],
    started: { link: "", collaborationID: "doc-1", epoch: 4n } });
  const job = { state, conversationID: here, metadata: { localIdentifier: "", title: "Recipes" }, messageID: id(10) };
  const me = { accountID: alice, deviceID: encodeBase64URL(new Uint8Array(16)), now: 5 };
  const gone = [roots[here][1], roots[there][1]];
  await desk.change((records) => new ShareRows(records, job, me).carryOut([{ to: "forget", roots: gone }]));
  const told = desk.log.filter(({ name }) => name.startsWith("outbox/")).map(({ value }) => value.operation.message);
  same(told.map(({ conversationID, accounts }) => [conversationID, accounts]), [[there, [bob, carol]], [here, [alice]]]);
  same(await desk.look((records) => offerFor(records, rosterOf(there, [alice, bob, carol]), alice)), undefined);
  same((await desk.look((records) => standing(records, records.get(names.shared(there, place))))).participants
    .some(({ account }) => account === bob), false);
});

test("who leaves or is taken out by one of two invitations has gone by both, until they are invited anew", async () => {
  const desk = new Desk();
  const invited = (order, receivedAt) => desk.put(names.invitation(place, id(order, 32)),
    { collaboration: place, order, root: id(order, 32), inviter: bob, conversationID: here, receivedAt, canProve: true });
  const left = (isOwn, at = 30) => desk.change((records) => documentTold(records, place,
    { kind: "removedCollaborator", root: id(1, 32), actor: isOwn ? id(1, 32) : id(9, 32), at, isOwn }));
  invited(1, 10);
  invited(2, 20);
  await left(true);
  same(await desk.store.get(names.toldEnding(place)), { how: "left", order: 2, at: 30 });
  invited(3, 40);
  await left(true);
  same(await desk.look((records) => documentState(records, place).ending), undefined);
  const other = new Desk();
  desk.store = other.store;
  invited(1, 10);
  invited(2, 20);
  await left(false);
  same(await desk.store.get(names.toldEnding(place)), { how: "removed", order: 2, at: 30 });
});

test("who is told of under several identities is one person", async () => {
  const known = { collaboration: place, inviter: alice, order: 1, members: { members: new Map() }, roots: new Map([[id(12, 32), bob]]),
    removedRoots: new Set(), former: new Set() };
  const people = async (...told) => {
    const desk = new Desk();
    desk.put(names.membership(place, alice), known);
    for (const [root, name] of told) {
      await desk.change((records) => documentTold(records, place,
        { kind: "addedCollaborator", root, actor: id(13, 32), name, noticeID: "n", at: 1, isOwn: true }));
    }
    return (await desk.store.get(names.toldCame(place))).map(({ root, account, name }) => [root, account ?? name]);
  };
  const [asKnown, asGuest] = [[id(12, 32), "Bob"], [id(22, 32), "Bob"]];
  same(await people(asKnown, asGuest), [[id(12, 32), bob]]);
  same(await people(asGuest, asKnown), [[id(12, 32), bob]]);
  same(await people(asGuest), [[id(22, 32), "Bob"]]);
});

test("who leaves is in it by none of their identities any more, and who loses one of them may be by another", async () => {
  const people = [{ root: id(12, 32), account: bob }, { root: id(22, 32), account: bob }, { root: id(13, 32), account: alice }];
  for (const [actor, rest] of [[12, people.slice(2)], [13, people.slice(1)]]) {
    same(await goes(actor, people, people), rest);
  }
});

test("who has no identity left that stands is in it by none that was replaced before, and may be given it anew", async () => {
  const people = [{ root: id(22, 32), account: bob }, { root: id(13, 32), account: alice }, { root: id(9, 32), name: "Eve" }];
  // His first one was replaced when he added a device; whose hand it is makes no difference.
  for (const actor of [12, 13]) same(await goes(actor, people, [{ root: id(12, 32), account: bob }, people[1]]), people.slice(1));
});

/** Who is in it after Bob’s root 12 has gone by this hand, of those who were, and the maps name so. */
async function goes(actor, people, named) {
  const desk = new Desk();
  desk.put(names.membership(place, alice), { collaboration: place, inviter: alice, order: 1, members: { members: new Map() },
    roots: new Map(named.map(({ root, account }) => [root, account])), removedRoots: new Set(), former: new Set() });
  desk.put(names.toldCame(place), people);
  await desk.change((records) => documentTold(records, place,
    { kind: "removedCollaborator", root: id(12, 32), actor: id(actor, 32), at: 1, isOwn: false }));
  return desk.store.get(names.toldCame(place));
}

test("whoever lost a document in its app and then left the conversation gets it like anybody else when they are added again", async () => {
  const desk = shared();
  const gains = async (members) => (await desk.look((records) => offerFor(records, rosterOf(here, members), alice)))
    ?.documents.flatMap((document) => document.gains) ?? [];
  desk.put(names.toldGone(place), [roots[here][1]]);
  // While he is in the conversation it is the owner's wish that he has it no more.
  await desk.change((records) => rosterChanged(records, rosterOf(here, [alice, bob, carol]), alice, { gone: [], at: 0 }));
  same(await gains([alice, bob, carol]), []);
  await desk.change((records) => rosterChanged(records, rosterOf(here, [alice, carol]), alice, { gone: [], at: 0 }));
  same(await gains([alice, bob, carol]), [bob]);
  // What this account is not in any more, or has left, says nothing of others.
  const other = shared();
  other.put(names.toldGone(place), [roots[here][1]]);
  for (const roster of [rosterOf(here, [carol]), { ...rosterOf(here, []), state: "left" }]) {
    await other.change((records) => rosterChanged(records, roster, alice, { gone: [], at: 0 }));
  }
  same((await other.store.get(names.shared(here, place))).participants.length, 3);
  // Who still has it, as far as was told, may lose it.
  await other.change((records) => rosterChanged(records, rosterOf(here, [alice]), alice, { gone: [], at: 0 }));
  same((await other.store.get(names.shared(here, place))).participants.map(({ account }) => account), [alice, carol]);
});
