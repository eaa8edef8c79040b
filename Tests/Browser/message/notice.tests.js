import { SigningKey } from "../../../Web/grove/crypto/signing-key.js";
import { accountOf, membershipOf, rootOf } from "../../../Web/grove/message/collaboration-membership.js";
import { applyUpdate } from "../../../Web/grove/message/membership-merge.js";
import { attestationSignedBytes } from "../../../Web/grove/message/content/notice.js";
import { bannerAttribution, bannerText } from "../../../Web/grove/message/notice-banner.js";
import { knowing } from "../../../Web/grove/message/notice-merging.js";
import { judgeNotice } from "../../../Web/grove/message/notice-check.js";
import { NoticeLedger, maximumBanners } from "../../../Web/grove/message/notice-ledger.js";
import { same, suite } from "../support/harness.js";
import { id } from "../support/people.js";
import { t0 } from "../support/vectors.js";

const test = suite("membership and notices of protocol 12");

const place = { audience: "https://docs.example", collaborationID: "doc-7f3a" };
const person = (number) => id(number, 32);
const root = (number) => id(100 + number, 32);
const entry = (number, place = number) => ({ account: person(number), root: root(place) });
const [me, charlie, dana] = [1, 2, 3].map(person);
const members = (list = [1, 2, 3]) =>
  membershipOf({ ...place, identityMap: list.map((one) => entry(one)), epoch: 10n }, me);
const update = (epoch, added, removed) => ({ ...place, epoch, added, removed });
const apply = (membership, ...updates) =>
  updates.reduce((held, one) => applyUpdate(held, one, me).value, membership);
const list = ({ members: held }) => [...held].map(([account, one]) => `${account} ${one.root}`).sort();

test("an update by the inviter adds, removes and replaces", () => {
  const grown = apply(members(), update(11n, [entry(4)], [root(2)]));
  same([rootOf(grown, charlie), accountOf(grown, root(4))], [undefined, person(4)]);
  const replaced = apply(grown, update(12n, [entry(3, 9)], [root(3)]));
  same(rootOf(replaced, dana), root(9));
  same(rootOf(members(), charlie), root(2));
});

test("the same updates lead to the same members whatever their order", () => {
  const updates = [
    update(11n, [entry(4)], []), update(12n, [], [root(4)]), update(13n, [entry(2, 7)], [root(2)]),
    update(14n, [entry(5)], [root(3)]), update(15n, [entry(5, 6)], []),
  ];
  const expected = list(apply(members(), ...updates));
  for (let round = 0; round < 30; round += 1) {
    const mixed = [...updates, updates[round % 5]].sort(() => Math.random() - 0.5);
    same(list(apply(members(), ...mixed)), expected);
  }
});

test("an update by anybody else, about another place, or that takes a root is not believed", () => {
  const answer = (one, sender = me, attested = false) =>
    applyUpdate(members(), one, sender, attested).refusal;
  const good = update(11n, [entry(4)], []);
  same(answer(good, charlie), "not_from_inviter");
  same(answer(good, charlie, true), undefined);
  same(answer({ ...good, audience: "https://evil.example" }), "other_collaboration");
  same(answer(update(11n, [entry(4, 2)], [])), "root_taken");
  const many = Array.from({ length: 254 }, (_, i) => ({ account: id(i, 16), root: id(i, 17) }));
  same(answer(update(11n, many, [])), "too_many");
});

const server = await SigningKey.generate();
const situation = (membership = members()) => ({
  membership, myRoots: new Set([root(1)]), publishedKeys: new Map([["k1", server.publicKey]]),
});
const notice = (number, changes = {}) => ({
  noticeID: id(number), ...place, kind: "edit", at: t0, counter: BigInt(number), ...changes,
});
const judge = async (one, account = charlie, around = situation(), isFromRemovedDevice = false) => {
  const answer = await judgeNotice(one, { account, isFromRemovedDevice }, around);
  return answer.ok ? answer.value : answer.refusal;
};
const attested = async (changes = {}, actor = root(2), key = server) => {
  const made = notice(1, changes);
  const signature = await key.sign(attestationSignedBytes(made, actor));
  return { ...made, attestation: { keyID: "k1", root: actor, signature } };
};

test("a participant's notice is its app's word, or fact where the server vouches", async () => {
  same(await judge(notice(1)), "claimed");
  same(await judge(notice(1, { kind: undefined })), "claimed");
  same(await judge(await attested()), "attested");
});

test("an attestation of another actor, key, event, time or identifier is no more than a claim", async () => {
  same(await judge(await attested({}, root(3))), "claimed");
  same(await judge(await attested({}, root(2), await SigningKey.generate())), "claimed");
  const good = await attested();
  for (const changes of [
    { at: t0 + 1n }, { kind: "comment" }, { noticeID: id(9) },
    { attestation: { ...good.attestation, keyID: "k2" } },
  ]) same(await judge({ ...good, ...changes }), "claimed");
});

test("that something was deleted or somebody removed needs the server's word", async () => {
  for (const kind of ["deleted", "removedCollaborator"]) {
    same(await judge(notice(1, { kind })), "attestation_required");
    same(await judge(await attested({ kind })), "attested");
  }
});

test("a notice by a stranger, a removed one, or about another place is dropped", async () => {
  same(await judge(notice(1), person(9)), "sender_not_participant");
  same(await judge(notice(1), charlie, situation(), true), "removed_device");
  const after = situation(apply(members(), update(99n, [], [root(2)])));
  same(await judge(notice(1), charlie, after), "sender_not_participant");
  same(await judge(notice(1, { audience: "https://evil.example" })), "other_collaboration");
});

test("P11: only the person whom a mention names is shown it", async () => {
  const mention = (number) => notice(1, { kind: "mention", root: root(number) });
  same(await judge(mention(1)), "claimed");
  same(await judge(mention(3)), "mentions_another");
});

/** A ledger that is told notices; person n sends with device n unless said otherwise. */
class Told {
  ledger = new NoticeLedger();

  tell(one, from = 2, device = from, authenticity = "claimed") {
    const sender = { account: person(from), device: id(device) };
    return this.ledger.receive(one, sender, authenticity, t0 + 3_600_000n).outcome;
  }

  get banners() {
    return this.ledger.visible(place.audience, place.collaborationID);
  }

  get texts() {
    const names = { [person(2)]: "Charlie", [person(3)]: "Dana", [person(4)]: "Emil" };
    return this.banners.map((banner) => bannerText(banner, (account) => names[account]));
  }
}

test("whose account is known after the app's name for them was told is one person, and who only bears it is another", () => {
  const actor = (account, at, name) =>
    ({ account, ...(name && { name }), count: 1, authenticity: "attested", newest: new Map([[`d${at}`, { counter: 1n, at, id: "n" }]]) });
  const banner = { kind: "edit", actors: [actor("c", 1n), actor("root", 2n, "Charlie"), actor("other", 3n, "Charlie")] };
  const told = (accountOf) => bannerText(knowing(/** @type {any} */ (banner), accountOf), () => "Charlie");
  same(told((root) => (root === "root" ? "c" : undefined)), "Charlie and Charlie (guest) edited");
  same(told(() => undefined), "Charlie and 2 others edited");
  const [charlie] = knowing(/** @type {any} */ (banner), () => "c").actors;
  same([charlie.count, charlie.newest.size, charlie.name], [3, 3, undefined]);
});

test("a notice delivered again, also under another counter, changes nothing", () => {
  const told = new Told();
  same([told.tell(notice(1)), told.tell(notice(1))], ["opened", "dropped"]);
  same(told.tell(notice(1, { counter: 2n })), "dropped");
  same(told.banners[0].actors[0].count, 1);
});

test("late notices within the window of 64 are taken once", () => {
  const told = new Told();
  const outcomes = [
    [100, 100n], [37, 37n], [38, 37n], [36, 36n], [99, 99n], [101, 1000n], [102, 936n], [103, 937n],
    [104, (1n << 64n) - 1n], [105, 0n],
  ].map(([number, counter]) => told.tell(notice(number, { counter })) !== "dropped");
  same(outcomes, [true, true, false, false, true, true, false, true, true, false]);
});

test("counters belong to one device and one collaboration", () => {
  const told = new Told();
  const same7 = (changes) => notice(1, { counter: 7n, ...changes });
  same(told.tell(same7(), 2, 2), "opened");
  same(told.tell(same7(), 2, 3), "merged");
  same(told.tell(same7({ collaborationID: "other" }), 2, 2), "opened");
});

test("one banner names everybody who edited within five minutes, and the next takes its place", () => {
  const told = new Told();
  const at = (milliseconds) => ({ at: t0 + milliseconds });
  told.tell(notice(1));
  same(told.texts, ["Charlie edited"]);
  same(told.tell(notice(2, at(1000n)), 3), "merged");
  same(told.texts, ["Charlie and Dana edited"]);
  told.tell(notice(3, at(2000n)), 4);
  told.tell(notice(4, at(300_000n)), 2);
  same(told.texts, ["Charlie and 2 others edited"]);
  same(told.tell(notice(5, at(300_001n)), 3), "opened");
  same(told.texts, ["Dana edited"]);
});

test("a time in the future counts as now", () => {
  const told = new Told();
  told.tell(notice(1, { at: t0 + 3_600_000n }));
  told.tell(notice(2, { at: (1n << 64n) - 1n }), 3);
  same(told.texts, ["Charlie and Dana edited"]);
});

test("each kind has its own banner, and mentions are never merged", () => {
  const told = new Told();
  told.tell(notice(1));
  told.tell(notice(2, { kind: "comment" }));
  for (const number of [3, 4]) told.tell(notice(number, { kind: "mention", root: root(1) }));
  const mentioned = "Charlie mentioned you";
  same(told.texts, ["Charlie edited", "Charlie commented", mentioned, mentioned]);
});

test("a sender takes back its own notices and nobody else's", () => {
  const told = new Told();
  told.tell(notice(1), 2);
  told.tell(notice(2, { at: t0 + 10n }), 3);
  told.tell(notice(3, { kind: "mention", root: root(1), at: t0 + 20n }), 2);
  same(told.tell(notice(4, { kind: undefined, at: t0 + 30n }), 2), "cleared");
  same(told.texts, ["Dana edited"]);
  told.tell(notice(5, { kind: undefined, at: t0 + 40n }), 4);
  same(told.texts, ["Dana edited"]);
});

test("what was posted after a clearing stays, whatever arrives first", () => {
  const told = new Told();
  told.tell(notice(9, { at: t0 + 90n }));
  told.tell(notice(5, { kind: undefined, at: t0 + 50n }));
  same(told.texts, ["Charlie edited"]);
  same(told.tell(notice(3, { kind: "comment", at: t0 + 30n })), "dropped");
  same(told.tell(notice(7, { kind: "comment", at: t0 + 70n })), "opened");
});

test("a clearing on one device covers the person's other devices by time", () => {
  const told = new Told();
  told.tell(notice(1, { counter: 50n, at: t0 + 10n }), 2, 8);
  told.tell(notice(2, { kind: undefined, at: t0 + 20n }), 2, 2);
  same(told.texts, []);
  same(told.tell(notice(3, { counter: 49n, at: t0 + 15n }), 2, 8), "dropped");
  same(told.tell(notice(4, { counter: 51n, at: t0 + 25n }), 2, 8), "opened");
});

test("a banner is fact only while all of it is", () => {
  const told = new Told();
  const name = (account) => (account === charlie ? "Charlie" : "Dana");
  const words = () => bannerAttribution(told.banners[0], name);
  told.tell(notice(1), 2, 2, "attested");
  same(words(), undefined);
  told.tell(notice(2), 2, 2, "claimed");
  same(words(), "Charlie's app says");
  told.tell(notice(3), 3, 3, "attested");
  same(words(), "their apps say");
});

test("banners are bounded, dismissed, stored and forgotten", () => {
  const told = new Told();
  for (let number = 0; number < 300; number += 1) {
    const noticeID = id(number & 255, 14) + (number > 255 ? "AA" : "AQ");
    told.tell(notice(1, { noticeID, kind: "mention", root: root(1), counter: BigInt(number) }));
  }
  same(told.banners.length, maximumBanners);
  told.ledger = new NoticeLedger(structuredClone(told.ledger.state));
  told.ledger.dismiss(told.banners[0].id);
  same(told.banners.length, maximumBanners - 1);
  told.ledger.forget(place.audience, place.collaborationID);
  same(told.ledger.state, new NoticeLedger().state);
});

/** A ledger that an app's server tells who comes and goes. */
function toldByServer() {
  const ledger = new NoticeLedger();
  const nameOf = (account) => ({ [charlie]: "Charlie", [dana]: "Dana" })[account] ?? "Somebody";
  return {
    tell: (number, kind, root, sender, at = 1n) => ledger.receive(
      { ...place, noticeID: id(number), kind, root, at, counter: BigInt(number), attestation: { root: sender.root } },
      { device: id(1), ...sender }, "attested", at),
    texts: () => ledger.visible(place.audience, place.collaborationID).map((one) =>
      bannerText(knowing(one, (known) => (known === root(8) ? dana : undefined)), nameOf)),
  };
}

const ann = (subject) => ({ account: charlie, root: root(2), subject });

test("who was added or removed is called by their name, and who has joined is told once", () => {
  const { tell, texts } = toldByServer();
  tell(1, "addedCollaborator", root(8), ann({ root: root(8) }));
  same(texts(), ["Charlie added Dana"], "though it was told later whose it is");
  tell(2, "addedCollaborator", root(9), ann({ root: root(9), name: "Zoe" }));
  tell(3, "addedCollaborator", root(7), ann({ root: root(7) }));
  same(texts(), ["Charlie added Dana and 2 others"]);
  tell(4, "addedCollaborator", root(8), { account: dana, root: root(8) });
  same(texts(), ["Charlie added Zoe (guest) and somebody", "Dana joined"]);
  for (const [number, one] of [[5, 9], [6, 7]]) {
    tell(number, "addedCollaborator", root(one), { account: person(one), root: root(one) });
  }
  same(texts(), ["Dana and 2 others joined"]);
  tell(7, "removedCollaborator", root(3), ann({ root: root(3), account: dana }));
  same(texts().at(-1), "Charlie removed Dana");
});

test("that somebody went is told no more once they have joined again, and stays of who has not", () => {
  const { tell, texts } = toldByServer();
  const own = (one) => ({ account: one === 8 ? dana : person(one), root: root(one) });
  tell(1, "removedCollaborator", root(8), own(8));
  tell(2, "removedCollaborator", root(9), own(9));
  tell(3, "removedCollaborator", root(8), ann({ root: root(8), account: dana }));
  same(texts(), ["Dana and Somebody left", "Charlie removed Dana"]);
  tell(4, "addedCollaborator", root(8), own(8));
  same(texts(), ["Somebody left", "Dana joined"]);
  tell(5, "removedCollaborator", root(8), own(8), 2n);
  same(texts(), ["Somebody and Dana left", "Dana joined"], "later than the joining");
});
