import { encodeBase64URL, decodeBase64URL } from "../../../Web/grove/encoding/base64url.js";
import { concat, randomBytes, utf8 } from "../../../Web/grove/encoding/bytes.js";
import { hkdfExpand, hkdfExtract } from "../../../Web/grove/crypto/hash.js";
import { PublicKey } from "../../../Web/grove/crypto/public-key.js";
import { SigningKey } from "../../../Web/grove/crypto/signing-key.js";
import { takePushedNotice } from "../../../Web/grove/device/pushed-notices.js";
import { attestationSignedBytes } from "../../../Web/grove/message/content/notice.js";
import { noticeKinds } from "../../../Web/grove/message/content/notice-kinds.js";
import { KEMKey } from "../../../Web/grove/message/kem-key.js";
import { names } from "../../../Web/grove/rules/model/record-names.js";
import { proofAsked } from "../../../Web/grove/rules/invitations/document-rules.js";
import { KnownParticipants } from "../../../Web/grove/rules/membership/known-membership.js";
import { stillShared } from "../../../Web/grove/rules/membership/still-shared.js";
import { same, suite } from "../support/harness.js";
import { id } from "../support/people.js";
import { Company, conversationID, invitation, origin, place } from "./support/devices.js";

const test = suite("notices told by the app's server");

/** The app's server: with the key that it pushes with. */
class AppServer {
  static async start() {
    const server = new AppServer();
    const pair = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, ["sign", "verify"]);
    const publicKey = await PublicKey.fromCryptoKey(pair.publicKey);
    server.key = new SigningKey(pair.privateKey, publicKey);
    server.pushKey = encodeBase64URL(publicKey.bytes);
    return server;
  }

  /** @returns {Promise<object>} the plaintext of protocol 12.8 */
  async notice({ kind, root, counter = 1n, at = 1_700_000_005_000n, ...changes }) {
    const notice = { ...place, noticeID: id(Number(counter), 16), at, kind, ...changes };
    const signed = attestationSignedBytes(notice, root);
    const attestation = { keyID: "push", root, signature: encodeBase64URL(await this.key.sign(signed)) };
    const { kind: _, ...rest } = notice;
    return { v: 1, ...rest, at: String(at), counter: String(counter), ...noticeKinds[kind], attestation };
  }
}

/** RFC 8291, as any library does it. */
async function sealed(value, { p256dh, auth }) {
  const [key, mine, salt] = [new PublicKey(decodeBase64URL(p256dh)), await KEMKey.generate(), randomBytes(16)];
  const info = concat(utf8("WebPush: info\0"), key.bytes, mine.publicKey.bytes);
  const input = await hkdfExpand(await hkdfExtract(decodeBase64URL(auth), await mine.agree(key)), info, 32);
  const record = await hkdfExtract(salt, input);
  const content = await hkdfExpand(record, utf8("Content-Encoding: aes128gcm\0"), 16);
  const iv = await hkdfExpand(record, utf8("Content-Encoding: nonce\0"), 12);
  const aes = await crypto.subtle.importKey("raw", content, "AES-GCM", false, ["encrypt"]);
  const plain = concat(utf8(JSON.stringify(value)), new Uint8Array([2]), new Uint8Array(40));
  const box = new Uint8Array(await crypto.subtle.encrypt({ name: "AES-GCM", iv }, aes, plain));
  return concat(salt, new Uint8Array([0, 0, 16, 0, 65]), mine.publicKey.bytes, box);
}

/** Bob was invited by Alice, has let the app in, and handed it an address. */
async function invited() {
  const { devices: [alice, bob] } = await Company.of("Alice", "Bob");
  const server = await AppServer.start();
  const one = await invitation(alice, bob);
  await bob.take(alice, one);
  let made = 0;
  bob.host.makeNoticeAddress = async () => {
    made += 1;
    return { addressID: id(made, 16), endpoint: `https://relay.example/relay/v1/push/${made}` };
  };
  const address = await bob.sharing.noticeAddress(place, server.pushKey);
  const device = {
    store: bob.store, look: bob.host.look, change: bob.host.change, accountID: bob.host.accountID,
  };
  let sequence = 0n;
  const push = async (value, { addressID = id(1, 16), body } = {}) => {
    sequence += 1n;
    const arrival = { sequence, now: bob.host.now() };
    await takePushedNotice(device, { addressID, body: body ?? await sealed(value, address) }, arrival);
    return [...(await bob.store.list(names.ignored())).values()].at(-1)?.reason;
  };
  const shown = async () => (await bob.sharing.notices(conversationID)).map(({ text }) => text);
  const ended = [];
  bob.host.endNoticeAddress = async (addressID) => void ended.push(addressID);
  return { ended, alice, bob, server, push, shown, address, ownRoot: one.identityMap[0].root,
    myRoot: one.identityMap[1].root, count: () => made };
}

test("what the server tells is shown as a fact, told by the person it names", async () => {
  const { server, push, shown, ownRoot, bob } = await invited();
  same(await push(await server.notice({ kind: "edit", root: ownRoot })), undefined);
  same((await shown()).length, 1);
  const [{ attribution, accounts }] = await bob.sharing.notices(conversationID);
  same([attribution, accounts.length], [undefined, 1]);
  // A list of conversations hears the same.
  same(await bob.sharing.allNotices(), await bob.sharing.notices(conversationID));
  await bob.sharing.clearNotices(place);
  same(await bob.sharing.allNotices(), []);
});

test("a conversation is told of what its own people did, and of those who are in none with this person", async () => {
  const { server, push, shown, ownRoot, bob } = await invited();
  await push(await server.notice({ kind: "edit", root: ownRoot }));
  await push({ ...await server.notice({ kind: "edit", root: id(77, 32), counter: 2n }), name: "Eve" });
  same(await shown(), ["Alice and Eve (guest) edited"]);
  const conversation = await bob.store.get(names.conversation(conversationID));
  await bob.store.put(new Map([[names.conversation(conversationID), { ...conversation, members: [bob.person.id] }]]));
  same(await shown(), ["Alice and Eve (guest) edited"]);
});

test("what came after somebody was taken to be in the document stays news", async () => {
  const { server, push, shown, ownRoot, bob } = await invited();
  await push(await server.notice({ kind: "edit", root: ownRoot }));
  const [{ latestAt }] = await bob.sharing.notices(conversationID);
  await bob.sharing.clearNotices(place, { isOnlyLikely: true, until: latestAt - 1 });
  same((await shown()).length, 1);
  await bob.sharing.clearNotices(place, { isOnlyLikely: true, until: latestAt });
  same(await shown(), []);
});

test("who begins to open a document has not seen what was said to them before its server says that it is open", async () => {
  const { bob, server, push, shown, ownRoot, myRoot } = await invited();
  const t = 1_700_000_005_000n;
  await push(await server.notice({ kind: "edit", root: ownRoot, at: t }));
  await push({ ...await server.notice({ kind: "mention", root: ownRoot, counter: 2n, at: t }), root: myRoot });
  await bob.sharing.clearOpened(place, { isFirst: true });
  same(await shown(), ["Alice edited", "Alice mentioned you"]);
  await bob.sharing.clearOpened(place);
  same(await shown(), ["Alice mentioned you"]);
  await push({ ...await server.notice({ kind: "addedCollaborator", root: myRoot, counter: 3n, at: t + 10n }), root: myRoot });
  same(await shown(), []);
});

test("what happened before the document was last in front of its person is not shown when it comes late", async () => {
  const { bob, server, push, shown, ownRoot, myRoot } = await invited();
  const t = 1_700_000_005_000n;
  const opened = async (counter, at) => push({ ...await server.notice({ kind: "addedCollaborator", root: myRoot, counter, at }), root: myRoot });
  same(await opened(1n, t + 10n), "own_action");
  const edited = async (counter, at, changes) => push({ ...await server.notice({ kind: "edit", root: ownRoot, counter, at }), ...changes });
  same(await edited(2n, t + 10n, { firstLines: "Rye" }), "already_seen");
  same([await shown(), (await bob.sharing.documentStates([place]))[0].firstLines], [[], "Rye"], "its card shows it all the same");
  const mention = await server.notice({ kind: "mention", root: ownRoot, counter: 3n, at: t + 9n });
  same(await push({ ...mention, root: myRoot }), "already_seen");
  same((await bob.store.get(names.reading(conversationID)))?.mentions ?? [], []);
  // An earlier opening takes nothing back.
  await opened(4n, t + 5n);
  same(await edited(5n, t + 8n), "already_seen");
  await edited(6n, t + 11n);
  same(await shown(), ["Alice edited"]);
  same(await edited(6n, t + 11n), "not_new");
});

test("that a document has ended for its person is shown however late it comes", async () => {
  for (const kind of ["deleted", "removedCollaborator"]) {
    const { server, push, shown, ownRoot, myRoot } = await invited();
    const t = 1_700_000_005_000n;
    await push({ ...await server.notice({ kind: "addedCollaborator", root: myRoot, at: t + 10n }), root: myRoot });
    const end = await server.notice({ kind, root: ownRoot, counter: 2n, at: t });
    await push({ ...end, ...(kind === "removedCollaborator" && { root: myRoot }) });
    same((await shown()).length, 1);
  }
});

test("a server whose clock is wrong by far hides nothing for long", async () => {
  const { bob, server, push, shown, ownRoot, myRoot } = await invited();
  const ahead = BigInt(bob.clock) + 86_400_000n;
  await push({ ...await server.notice({ kind: "addedCollaborator", root: myRoot, at: ahead }), root: myRoot });
  same(await push(await server.notice({ kind: "edit", root: ownRoot, counter: 2n, at: BigInt(bob.clock) })), "already_seen");
  bob.clock += 300_100;
  await push(await server.notice({ kind: "edit", root: ownRoot, counter: 3n, at: BigInt(bob.clock) }));
  same(await shown(), ["Alice edited"]);
});

test("the same notice again changes nothing", async () => {
  const { server, push, shown, ownRoot } = await invited();
  const notice = await server.notice({ kind: "edit", root: ownRoot });
  await push(notice);
  same(await push(notice), "not_new");
  same((await shown()).length, 1);
});

test("a server tells nothing about another collaboration, unattested, or of somebody unknown", async () => {
  const { server, push, shown, ownRoot } = await invited();
  const told = await server.notice({ kind: "edit", root: ownRoot });
  const elsewhere = await server.notice({ kind: "edit", root: ownRoot, collaborationID: "doc-2" });
  same(await push(elsewhere), "other_collaboration");
  same(await push({ ...told, attestation: undefined }), "attestation_required");
  same(await push({ ...told, at: "1700000005001" }), "attestation_required");
  same(await push(await server.notice({ kind: "edit", root: id(77, 32) })), "sender_not_participant");
  same(await push({ clear: true, ...told }), "does_not_open");
  same(await shown(), []);
});

test("that a document has ended stays, where it is only likely that it was seen, and also when the invitation is gone", async () => {
  for (const [kind, changes, text] of [["deleted", {}, "Alice deleted it"],
    ["removedCollaborator", { stopped: true }, "Alice stopped sharing it"], ["removedCollaborator", {}, "Alice took you out of it"]]) {
    const { alice, bob, server, push, shown, ownRoot, myRoot } = await invited();
    await push(await server.notice({ kind: "edit", root: ownRoot }));
    const root = kind === "deleted" ? {} : { root: myRoot };
    await push({ ...await server.notice({ kind, root: ownRoot, counter: 2n }), ...root, ...changes });
    await bob.sharing.clearNotices(place, { isOnlyLikely: true, until: bob.clock });
    same(await shown(), [text]);
    await bob.take(alice, { type: "membershipUpdate", ...place, epoch: 999n, added: [], removed: [myRoot] });
    same(await shown(), [text]);
    const [notice] = await bob.sharing.notices(conversationID);
    same(notice.isEnd, true);
    await bob.sharing.dismissNotice(notice);
    same(await shown(), []);
  }
});

test("a mention counts for the one it names, and what one did oneself only renames the document", async () => {
  const { bob, server, push, shown, ownRoot, myRoot } = await invited();
  const mention = await server.notice({ kind: "mention", root: ownRoot });
  same(await push({ ...mention, root: ownRoot }), "root_not_mine");
  await push({ ...mention, root: myRoot });
  same(await shown(), ["Alice mentioned you"]);
  const mine = await server.notice({ kind: "renamed", root: myRoot, counter: 2n });
  same(await push({ ...mine, title: "Rye" }), "own_action");
  same([(await shown()).length, (await bob.store.get(names.toldTitle(place))).title], [1, "Rye"]);
});

test("who came by a knock is told of by the name that the app gives them, marked, whoever else is called so", async () => {
  const { bob, server, push, shown } = await invited();
  const notice = await server.notice({ kind: "edit", root: id(77, 32) });
  same(await push(notice), "sender_not_participant");
  same(await push({ ...notice, name: "Eve\n" }), "sender_not_participant");
  await push({ ...notice, name: "Eve" });
  same(await shown(), ["Eve (guest) edited"]);
  const [{ attribution, names: called }] = await bob.sharing.notices(conversationID);
  same([attribution, called], ["A guest’s name is what they call themselves at docs.example", { [id(77, 32)]: "Eve" }]);
});

test("only the key that pushes to the address vouches for what comes to it", async () => {
  const { server, push, shown, ownRoot } = await invited();
  const notice = await server.notice({ kind: "edit", root: ownRoot });
  const other = await (await AppServer.start()).notice({ kind: "edit", root: ownRoot });
  same(await push({ ...notice, attestation: { ...notice.attestation, keyID: "k1" } }), "attestation_required");
  same(await push(other), "attestation_required");
  same(await shown(), []);
  // No page of the app was ever open here: nothing else is needed.
  await push(notice);
  same((await shown()).length, 1);
});

test("that somebody came or left by themselves is not told as if they had added or removed somebody", async () => {
  const { server, push, shown, ownRoot } = await invited();
  const joined = await server.notice({ kind: "addedCollaborator", root: ownRoot });
  same(await push({ ...joined, root: ownRoot }), undefined);
  same(await shown(), ["Alice joined"]);
  const added = await server.notice({ kind: "addedCollaborator", root: ownRoot, counter: 2n });
  await push({ ...added, root: id(78, 32) });
  const left = await server.notice({ kind: "removedCollaborator", root: ownRoot, counter: 3n });
  await push({ ...left, root: ownRoot });
  same(await push(await server.notice({ kind: "addedCollaborator", root: ownRoot, counter: 4n })), "nobody_named");
  // Of whom nobody knows who it is nothing is told, and who has gone has not come.
  same(await shown(), ["Alice left"]);
});

test("what does not open, or came to no address of this device, is passed over", async () => {
  const { server, push, shown, ownRoot } = await invited();
  const told = await server.notice({ kind: "edit", root: ownRoot });
  same(await push(told, { addressID: id(9, 16) }), "unknown_address");
  same(await push(told, { body: randomBytes(300) }), "does_not_open");
  same(await shown(), []);
});

test("one address is made for a collaboration, and another for another key of the server", async () => {
  const { bob, server, address, count } = await invited();
  same(await bob.sharing.noticeAddress(place, server.pushKey), address);
  same(count(), 1);
  const { pushKey } = await AppServer.start();
  const other = await bob.sharing.noticeAddress(place, pushKey);
  same([other.endpoint === address.endpoint, other.p256dh === address.p256dh, count()], [false, false, 2]);
});

test("two windows that ask at once hand out the same address", async () => {
  const { bob, count, ended } = await invited();
  const { pushKey } = await AppServer.start();
  const [one, other] = await Promise.all([
    bob.sharing.noticeAddress(place, pushKey), bob.sharing.noticeAddress(place, pushKey)]);
  same(one, other);
  // The one that is not kept does not stand at the relay either.
  same([count(), ended.length], [3, 1]);
});

test("a card's address asks the app to ask for an address where it was let in, is to tell, and has none", async () => {
  const { bob } = await invited();
  const [{ link }] = await bob.sharing.highlights();
  const asks = async () => (await bob.sharing.addressFor(link)).endsWith("&collab-notices=1");
  same(await asks(), false);
  await bob.sharing.setServerNotices(origin, false);
  await bob.sharing.setServerNotices(origin, true);
  same(await asks(), false, "an app that was never let in is asked nothing");
  await bob.store.put(new Map([[names.confirmed(origin), { audience: origin, account: "bob", confirmedAt: 1 }]]));
  same(await asks(), true);
  await bob.sharing.setServerNotices(origin, false);
  same(await asks(), false);
});

test("while the relay is away nothing is shown to who has said no", async () => {
  const { bob, server, push, shown, ownRoot } = await invited();
  bob.host.endNoticeAddress = async () => { throw new Error("away"); };
  await bob.sharing.setServerNotices(origin, false);
  same(await push(await server.notice({ kind: "edit", root: ownRoot })), "unknown_address");
  same(await shown(), []);
});

test("a rename is the document's title from then on, and a deletion ends it", async () => {
  const { bob, server, push, ownRoot } = await invited();
  await push({ ...await server.notice({ kind: "renamed", root: ownRoot }), title: "Rye" });
  same((await bob.store.get(names.toldTitle(place))).title, "Rye");
  await push(await server.notice({ kind: "deleted", root: ownRoot, counter: 2n }));
  same((await bob.store.get(names.toldEnding(place))).how, "deleted");
});

test("a device that waits to be let in waits no more for what has ended, by the server's word and nobody else's", async () => {
  for (const [kind, changes, isGone] of [["edit", {}, false], ["removedCollaborator", {}, false], ["deleted", {}, true],
    ["removedCollaborator", { stopped: true }, true]]) {
    const { bob, server, push, ownRoot, myRoot } = await invited();
    const awaited = { ...place, link: `${origin}/d/x`, title: "Soup", inviter: bob.person.id, conversationID };
    await bob.store.put(new Map([[names.invitation(place, myRoot), undefined], [names.awaited(place), awaited]]));
    const forged = await server.notice({ kind: "deleted", root: ownRoot, counter: 9n });
    same(await push({ ...forged, noticeID: id(5, 16) }), "no_invitation");
    same((await bob.sharing.awaitedDocuments()).length, 1);
    same(await push({ ...await server.notice({ kind, root: ownRoot }), ...changes }), "no_invitation");
    same((await bob.sharing.awaitedDocuments()).length, isGone ? 0 : 1);
  }
});

test("who was taken out is told so, and who lost it with everybody, that it is not shared any more", async () => {
  for (const [stopped, ending, text] of [[undefined, "removed", "Alice took you out of it"],
    [true, "stopped", "Alice stopped sharing it"]]) {
    const { bob, server, push, shown, ownRoot, myRoot } = await invited();
    const ended = await server.notice({ kind: "removedCollaborator", root: ownRoot });
    await push({ ...ended, root: myRoot, stopped });
    same((await bob.sharing.documentStates([place]))[0].ending, ending);
    same(await shown(), [text]);
    same((await bob.sharing.notices(conversationID))[0].deed, text.slice("Alice ".length));
    // That the app refuses says less.
    await bob.host.change((records) => proofAsked(records, place, [myRoot]));
    same((await bob.sharing.documentStates([place]))[0].ending, ending);
  }
});

test("that somebody else was taken out is not said of this person, nor does it end anything", async () => {
  const { alice, bob, server, push, shown, ownRoot } = await invited();
  const told = await server.notice({ kind: "removedCollaborator", root: ownRoot });
  await push({ ...told, root: id(78, 32) });
  same(await shown(), []);
  const carol = { account: id(79, 32), root: id(78, 32) };
  await bob.take(alice, { type: "membershipUpdate", ...place, epoch: 999n, added: [carol], removed: [] });
  same(await shown(), ["Alice removed Somebody"]);
  same((await bob.sharing.documentStates([place]))[0].ending, undefined);
});

test("a card counts whom the server told to have gone no more, until they come back; whoever did it has such a card, too", async () => {
  const { bob, server, push, ownRoot, myRoot } = await invited();
  let counter = 0n;
  const tell = async (kind, root, by) => push({ ...await server.notice({ kind, root: by, counter: counter += 1n }), root });
  const count = async () => (await bob.sharing.documentStates([place]))[0].accounts.length;
  same(await count(), 2);
  await tell("removedCollaborator", ownRoot, ownRoot);
  same(await count(), 1, "Alice has left");
  await tell("addedCollaborator", ownRoot, ownRoot);
  same(await count(), 2, "and is back");
  same(await tell("removedCollaborator", ownRoot, myRoot), "own_action");
  same(await count(), 1);
});

test("who came by a knock and is invited later is in it once, in whatever order the server tells of both identities", async () => {
  for (const isNamedFirst of [true, false]) {
    const { alice, bob, server, push, ownRoot } = await invited();
    let counter = 0n;
    const tell = async (kind, by, about = {}) => push({ ...await server.notice({ kind, root: by, counter: counter += 1n }), ...about });
    const state = async () => (await bob.sharing.documentStates([place]))[0];
    const [knocked, given, zoe] = [id(90, 32), id(92, 32), id(93, 32)];
    await tell("addedCollaborator", ownRoot, { root: knocked, name: "Zoe" });
    same((await state()).guests, [{ root: knocked, name: "Zoe" }]);
    const update = { type: "membershipUpdate", ...place, epoch: 999n, added: [{ account: zoe, root: given }], removed: [] };
    await bob.take(alice, update);
    const edited = await server.notice({ kind: "edit", root: given, counter: counter += 1n });
    const asKnocked = await server.notice({ kind: "edit", root: knocked, counter, noticeID: edited.noticeID });
    const messages = isNamedFirst ? [asKnocked, edited] : [edited, { ...asKnocked, name: "Zoe" }];
    for (const message of messages) await push(message);
    same([(await state()).guests, (await state()).joined.includes(zoe)], [[], true], `named first: ${isNamedFirst}`);
  }
});

test("who is in it are its sharer and those who came or did something there, until they go; who was only invited is not", async () => {
  const { bob, server, push, ownRoot, myRoot } = await invited();
  let counter = 0n;
  const tell = async (kind, by, about = {}) => push({ ...await server.notice({ kind, root: by, counter: counter += 1n }), ...about });
  const state = async () => (await bob.sharing.documentStates([place]))[0];
  const alice = (await bob.host.look((records) => KnownParticipants.of(records, place))).accountOf(ownRoot);
  same([(await state()).joined, (await state()).isTold], [[alice], true]);
  // By an accepted knock, of which the owner's own device hears, too.
  const [zoe, eve] = [id(90, 32), id(91, 32)];
  await tell("addedCollaborator", ownRoot, { root: zoe, name: "Zoe" });
  same((await state()).guests, [{ root: zoe, name: "Zoe" }]);
  same(await tell("addedCollaborator", myRoot, { root: eve, name: "Eve" }), "own_action");
  await tell("edit", zoe, { name: "Zoe B." });
  same((await state()).guests, [{ root: eve, name: "Eve" }, { root: zoe, name: "Zoe B." }]);
  await tell("removedCollaborator", ownRoot, { root: eve });
  // What she did before is told afterwards.
  await tell("edit", eve, { name: "Eve" });
  same((await state()).guests, [{ root: zoe, name: "Zoe B." }]);
  await tell("removedCollaborator", zoe, { root: zoe, name: "Zoe B." });
  same((await state()).guests, []);
  await tell("removedCollaborator", ownRoot, { root: ownRoot });
  same([(await state()).joined, (await state()).accounts.length], [[], 1]);
});

test("what its owner stopped sharing has ended on the owner's own card, and is no news there", async () => {
  const { bob, server, push, shown, myRoot } = await invited();
  const own = await server.notice({ kind: "removedCollaborator", root: myRoot });
  same(await push({ ...own, root: myRoot, stopped: true }), "own_action");
  same((await bob.sharing.documentStates([place]))[0].ending, "stopped");
  same(await shown(), []);
});

test("whoever is invited after a rename reads the new name, and of what has ended nothing waits to be decided", async () => {
  const { bob, server, push, myRoot } = await invited();
  const shared = { collaboration: place, conversationID, title: "Old", metadata: { title: "Old" }, participants: [] };
  await bob.host.change((records) => records.put(names.shared(conversationID, place), shared));
  await push(await server.notice({ kind: "renamed", root: myRoot, title: "New" }));
  const { title, metadata } = await bob.store.get(names.shared(conversationID, place));
  same([title, metadata.title], ["New", "New"]);
  const waiting = () => bob.host.look((records) => stillShared(records, [{ collaboration: place }]).length);
  same(await waiting(), 1);
  await bob.host.change((records) => proofAsked(records, place, [myRoot]));
  same(await waiting(), 1, "a device of somebody that was removed is still shut out");
  await push(await server.notice({ kind: "deleted", root: myRoot, counter: 2n }));
  same(await waiting(), 0);
});

test("a person who does not want it hands out no address", async () => {
  const world = await invited();
  const { bob, server } = world;
  const { push, ownRoot, shown, ended } = world;
  await bob.sharing.setServerNotices(origin, false);
  same(await bob.sharing.noticeAddress(place, server.pushKey), undefined);
  same([ended, (await bob.store.list(names.noticeAddress())).size], [[id(1, 16)], 0]);
  same(await push(await server.notice({ kind: "edit", root: ownRoot })), "unknown_address");
  same(await shown(), []);
  await bob.sharing.setServerNotices(origin, true);
  same(typeof (await bob.sharing.noticeAddress(place, server.pushKey))?.endpoint, "string");
});

test("the first lines are those that were told last, by everything that is told, and never by silence", async () => {
  const { bob, server, push, shown, ownRoot, myRoot } = await invited();
  const state = async () => (await bob.sharing.documentStates([place]))[0];
  same((await state()).firstLines, undefined);
  await push({ ...await server.notice({ kind: "edit", root: ownRoot }), firstLines: "Flour\nWater" });
  same((await state()).firstLines, "Flour\nWater");
  await push(await server.notice({ kind: "comment", root: ownRoot, counter: 2n }));
  same((await state()).firstLines, "Flour\nWater");
  // One's own edit is no news, and is on one's own card.
  const news = (await shown()).length;
  same(await push({ ...await server.notice({ kind: "edit", root: myRoot, counter: 3n }), firstLines: "Rye" }), "own_action");
  same([(await state()).firstLines, (await shown()).length], ["Rye", news]);
  await push({ ...await server.notice({ kind: "edit", root: ownRoot, counter: 4n, at: 1_700_000_004_000n }),
    firstLines: "Older" });
  same((await state()).firstLines, "Rye");
  // That nothing is written any more is said in so many words.
  await push({ ...await server.notice({ kind: "edit", root: ownRoot, counter: 5n }), firstLines: "" });
  same((await state()).firstLines, "");
  await push(await server.notice({ kind: "deleted", root: ownRoot, counter: 6n }));
  same((await state()).firstLines, undefined);
});

test("first lines that a server may not tell are not shown, and whoever vouches for them is the server alone", async () => {
  const { bob, server, push, ownRoot } = await invited();
  const state = async () => (await bob.sharing.documentStates([place]))[0];
  const long = "a".repeat(280);
  let counter = 0n;
  for (const [firstLines, isShown] of [[long, true], [`${long}a`, false], ["a\nb\nc", true], ["a\nb\nc\n", false],
    ["a\tb", false], ["a\rb", false], ["a\u0085b", false], [7, false], ["Größe 🥖", true]]) {
    await bob.store.put(new Map([[names.toldFirstLines(place), undefined]]));
    counter += 1n;
    const told = await server.notice({ kind: "edit", root: ownRoot, counter });
    await push({ ...told, firstLines, at: String(BigInt(told.at) + 1n) });
    same((await state()).firstLines, undefined, "unattested");
    await push({ ...told, firstLines });
    same((await state()).firstLines, isShown ? firstLines : undefined);
  }
});

test("who is invited later sees what is written by then", async () => {
  const { bob, server, push, ownRoot } = await invited();
  const name = names.shared(conversationID, place);
  const shared = (card) => ({ collaboration: place, conversationID, link: "", title: "Soup", optionsSummary: "", epoch: 1n,
    metadata: { localIdentifier: "1", title: "Soup", ...(card && { card }) }, participants: [] });
  const cardAfter = async (card, counter, firstLines) => {
    await bob.store.put(new Map([[name, shared(card)]]));
    await push({ ...await server.notice({ kind: "edit", root: ownRoot, counter }), firstLines });
    return (await bob.store.get(name)).metadata.card;
  };
  same(await cardAfter({ appName: "Recipes", firstLines: "Flour" }, 1n, "Rye"), { appName: "Recipes", firstLines: "Rye" });
  same(await cardAfter({ appName: "Recipes", firstLines: "Flour" }, 2n, ""), { appName: "Recipes" });
  same(await cardAfter(undefined, 3n, "Oat"), undefined);
});
