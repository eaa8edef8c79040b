import { decodeContent } from "../../../Web/grove/message/content/message-content.js";
import { tellInvited, withoutIn } from "../../../Web/grove/rules/sharing/tell-invited.js";
import { applied, merged } from "../../../Web/grove/rules/membership/known-membership.js";
import { names } from "../../../Web/grove/rules/model/record-names.js";
import { encodeBase64URL } from "../../../Web/grove/encoding/base64url.js";
import { same, suite } from "../support/harness.js";
import { id } from "../support/people.js";
import { Desk } from "../transcripts/desk.js";

const test = suite("the end and the name of a document, to those whom this account invited");

const place = { audience: "https://docs.example", collaborationID: "doc-1" };
const [alice, bob, carol] = [1, 2, 3].map((number) => id(number, 32));
const [here, there] = [7, 8].map((number) => id(number));
const rootOf = (account, conversationID) => id(10 * (conversationID === here ? 1 : 2) + [alice, bob, carol].indexOf(account), 32);
const me = { accountID: alice, deviceID: id(9), now: 1_700_000_000_000 };

const deleted = { noticeID: id(5), kind: "deleted" };

/** Alice has shared it with Bob in both conversations, and with Carol in one; Carol is in it. */
async function shared({ state = "active", members = [alice, bob, carol] } = {}) {
  const desk = new Desk();
  const people = { [here]: [alice, bob, carol], [there]: [alice, bob] };
  for (const conversationID of [here, there]) {
    const participants = people[conversationID].map((account) => ({ account, root: rootOf(account, conversationID) }));
    desk.put(names.conversation(conversationID), { conversationID, version: 1, members, state });
    desk.put(names.shared(conversationID, place), { collaboration: place, conversationID, link: "", title: "Soup",
      optionsSummary: "", epoch: 3n, metadata: { localIdentifier: "", title: "Soup" }, participants });
    const told = { inviter: alice, identityMap: participants, epoch: 3n, order: 1 };
    await desk.change((records) => records.put(names.membership(place, alice), merged(records, place, told)));
  }
  desk.put(names.toldCame(place), [{ root: rootOf(carol, here), account: carol }]);
  return desk;
}

/** @returns {Promise<boolean>} whether there was anybody to tell */
const tell = (desk, told, where = place) =>
  desk.change((records) => tellInvited(records, where, told, withoutIn(records, where), me));

/** @param {Desk} desk @returns {Promise<any[]>} what is to be sent */
const waiting = async (desk) => [...(await desk.store.list(names.outbox())).values()];

test("everybody is told by who invited them, in each conversation, whether they have opened it or not", async () => {
  const desk = await shared();
  same(await tell(desk, deleted), true);
  const sent = (await waiting(desk)).map(({ operation }) => operation.message);
  same(sent.map(({ conversationID, accounts }) => [conversationID, accounts]), [[here, [bob, carol]], [there, [bob]]]);
  const contents = sent.map(({ contentType, content }) => decodeContent(contentType, content));
  same(contents.map(({ type, removed, added, epoch, ended }) => [type, removed, added, epoch, ended]),
    [[rootOf(bob, here), rootOf(carol, here)], [rootOf(bob, there)]].map((removed) =>
      ["membershipUpdate", removed, [], 3n, "deleted"]));
  same(new Set(sent.map(({ messageID }) => messageID)).size, 2);
});

test("that it is not shared with anybody any more is told as that, and that somebody was removed not at all", async () => {
  const desk = await shared();
  const stopped = { noticeID: id(5), kind: "removedCollaborator" };
  same(await tell(desk, stopped), false);
  await tell(desk, { ...stopped, isEnd: true });
  const sent = (await waiting(desk)).map(({ operation }) => operation.message);
  same(sent.map(({ contentType, content }) => decodeContent(contentType, content).ended), ["stopped", "stopped"]);
});

test("they are told what it is called now, and lose nothing by it", async () => {
  const desk = await shared();
  const renamed = { noticeID: id(5), kind: "renamed", title: "Broth" };
  same(await tell(desk, renamed), true);
  const sent = (await waiting(desk)).map(({ operation }) => operation.message);
  same(sent.map(({ contentType, content }) => decodeContent(contentType, content))
    .map(({ title, removed, added }) => [title, removed, added]), [["Broth", [], []], ["Broth", [], []]]);
  await tell(desk, deleted);
  same(new Set((await waiting(desk)).map(({ operation }) => operation.message.messageID)).size, 4);
  for (const told of [{ kind: "renamed", title: "" }, { kind: "edit", title: "Broth" }]) {
    same(await tell(desk, { noticeID: id(6), ...told }), false);
  }
});

test("one renaming is said once, under however many identities a server tells it", async () => {
  const desk = await shared();
  const renamed = { noticeID: id(5), kind: "renamed", title: "Broth" };
  same([await tell(desk, renamed), await tell(desk, renamed)], [true, false]);
  same([await tell(desk, { ...renamed, noticeID: id(6) }), await tell(desk, { ...renamed, isEnd: true })], [true, true]);
});

test("of more identities than one message takes all are taken back, in several", async () => {
  const desk = await shared();
  const roots = Array.from({ length: 300 }, (_, number) =>
    encodeBase64URL(new Uint8Array(32).fill(200).fill(number % 256, 1, 2).fill(number >> 8, 2, 3)));
  await desk.change((records) => {
    const name = names.shared(there, place);
    const before = records.get(name);
    records.put(name, { ...before, participants: [...before.participants, ...roots.map((root) => ({ account: bob, root }))] });
  });
  await tell(desk, deleted);
  const sent = (await waiting(desk)).map(({ operation }) => operation.message).filter((one) => one.conversationID === there);
  const removed = sent.map(({ contentType, content }) => decodeContent(contentType, content).removed);
  same([removed.map(({ length }) => length), roots.every((root) => removed.flat().includes(root))], [[256, 45], true]);
  same(new Set(sent.map(({ messageID }) => messageID)).size, 2);
});

test("who was taken out loses the invitation, and all hear of it with whom it was shared there", async () => {
  const desk = await shared();
  const told = { noticeID: id(5), kind: "removedCollaborator", root: rootOf(bob, there) };
  for (const [one, is] of [
    [{ ...told, attestation: { root: rootOf(bob, there) } }, false], [{ ...told, root: id(99, 32) }, false],
    [{ ...told, root: undefined }, false], [{ ...told, attestation: { root: rootOf(alice, here) } }, true],
  ]) same(await tell(desk, one), is);
  const [{ operation: { message: { conversationID, accounts, contentType, content } } }, ...others] = await waiting(desk);
  same([conversationID, accounts, others], [there, [bob], []]);
  const { removed, ended, title, added } = decodeContent(contentType, content);
  same([removed, ended, title, added], [[rootOf(bob, there)], undefined, undefined, []]);
  const other = await shared();
  await tell(other, { ...told, root: rootOf(carol, here), attestation: { root: rootOf(alice, here) } });
  same((await waiting(other)).map(({ operation: { message } }) => [message.conversationID, message.accounts,
    decodeContent(message.contentType, message.content).removed]), [[here, [bob, carol], [rootOf(carol, here)]]]);
});

test("whoever has another identity now than that by which they came loses that", async () => {
  const desk = await shared();
  const anew = id(77, 32);
  const update = { ...place, epoch: 3n, added: [{ account: carol, root: anew }], removed: [rootOf(carol, here)] };
  await desk.change((records) => {
    const name = names.shared(here, place);
    const was = records.get(name);
    records.put(name, { ...was, participants: [...was.participants.slice(0, 2), { account: carol, root: anew }] });
    records.put(names.membership(place, alice), applied(records.get(names.membership(place, alice)), update, alice).value);
  });
  await tell(desk, deleted);
  const [first] = (await waiting(desk)).map(({ operation }) => operation.message);
  same(first.accounts, [bob, carol]);
  same(decodeContent(first.contentType, first.content).removed, [rootOf(bob, here), anew]);
});

test("who was taken out is told no later name and no end, and who went by themselves only that it has ended", async () => {
  const desk = await shared();
  const [one, other] = [rootOf(bob, here), rootOf(bob, there)];
  desk.put(names.toldGone(place), [one, other]);
  desk.put(names.toldLeft(place), [other]);
  same(await tell(desk, { noticeID: id(5), kind: "renamed", title: "Broth" }), true);
  same(await tell(desk, { noticeID: id(6), kind: "removedCollaborator", root: one, attestation: { root: rootOf(alice, here) } }), false);
  await tell(desk, deleted);
  same((await waiting(desk)).map(({ operation: { message } }) => [message.conversationID, message.accounts]),
    [[here, [carol]], [here, [carol]], [there, [bob]]]);
});

test("a conversation that takes nothing is passed by, and who has left it is told nothing", async () => {
  for (const options of [{ state: "left" }, { members: [alice] }]) {
    const desk = await shared(options);
    same([await tell(desk, deleted), await waiting(desk)], [false, []]);
  }
  const other = await shared();
  same(await tell(other, deleted, { ...place, collaborationID: "doc-2" }), false);
});
