import { NoticeLedger } from "../../../Web/grove/message/notice-ledger.js";
import { bannerText } from "../../../Web/grove/message/notice-banner.js";
import { noticeTold } from "../../../Web/grove/rules/attention/mention-rules.js";
import { merged } from "../../../Web/grove/rules/membership/known-membership.js";
import { rosterChanged } from "../../../Web/grove/rules/membership/membership-rules.js";
import { names } from "../../../Web/grove/rules/model/record-names.js";
import { conversationNews } from "../../../Web/grove/rules/notices/conversation-news.js";
import { desk } from "../device/support.js";
import { same, suite } from "../support/harness.js";
import { id } from "../support/people.js";

const test = suite("what each conversation tells of a document");

const place = { audience: "https://docs.example", collaborationID: "doc" };
const [me, ann, ben, carol, dora] = [1, 2, 3, 4, 5].map((number) => id(number, 32));
const [withBen, withCarol] = [id(21), id(22)];
const people = { [me]: "Me", [ann]: "Ann", [ben]: "Ben", [carol]: "Carol", [dora]: "Dora" };
const minute = 60_000;
const t0 = 1_700_000_040_000;

/** What is told on a device of `me`. */
class Told {
  #desk = desk();
  #order = 0;
  #counter = 0n;

  /** Ann shares the document, with roots that are made of the account's number and that of the sharing. */
  async shared(conversationID, members, by = ann, receivedAt = t0 - minute) {
    this.#order += 1;
    const root = (account) => id(100 + 10 * this.#order + Object.keys(people).indexOf(account), 32);
    const identityMap = members.map((account) => ({ account, root: root(account) }));
    await this.#desk.change((records) => {
      records.put(names.conversation(conversationID), { conversationID, members, state: "active", version: 1 });
      const told = { inviter: by, identityMap, epoch: BigInt(this.#order), order: this.#order };
      records.put(names.membership(place, by), merged(records, place, told));
      records.put(names.invitation(place, root(me)), { collaboration: place, order: this.#order, inviter: by,
        root: root(me), conversationID, receivedAt, link: "https://docs.example/d/1", title: "Soup" });
    });
    return Object.fromEntries(identityMap.map((one) => [one.account, one.root]));
  }

  left = (conversationID, members) => this.#desk.change((records) =>
    records.put(names.conversation(conversationID), { ...records.get(names.conversation(conversationID)), members }));

  removed = (conversationID, account, at = t0) => this.#desk.change((records) => {
    const before = records.get(names.conversation(conversationID));
    const roster = { ...before, version: before.version + 1, members: before.members.filter((one) => one !== account),
      state: account === me ? "left" : "active" };
    records.put(names.conversation(conversationID), roster);
    rosterChanged(records, roster, me, { gone: [account], at });
  });

  told(account, kind, { at = t0, root, name, subject, attestation } = {}) {
    this.#counter += 1n;
    const notice = { ...place, kind, root, attestation, noticeID: id(Number(this.#counter)), at: BigInt(at), counter: this.#counter };
    return this.#desk.change((records) => {
      const ledger = new NoticeLedger(structuredClone(records.get(names.ledger(place))));
      const receipt = ledger.receive(notice, { account, name, subject, device: id(0) }, "attested", BigInt(at));
      records.put(names.ledger(place), ledger.state);
      noticeTold(records, notice, receipt, { account, name, receivedAt: at });
    });
  }

  /** @param {Record<string, string>} who accounts by the root that they came by */
  came = (who) => this.#desk.change((records) =>
    records.put(names.toldCame(place), Object.entries(who).map(([root, account]) => ({ root, account }))));

  gone = (...roots) => this.#desk.change((records) => records.put(names.toldGone(place), roots));

  /** @returns {Promise<string[]>} with the minute of each */
  async in(conversationID) {
    const news = await this.#desk.look((records) => conversationNews(records, me));
    return news.filter((one) => one.conversationID === conversationID).flatMap(({ banners }) => banners)
      .map((one) => `${bannerText(one, (account) => people[account])} ${(Number(one.latestAt) - t0) / minute}`);
  }

  unread = async (conversationID) => ((await this.#desk.store.get(names.reading(conversationID)))?.mentions ?? []).length;
}

test("a mention counts in the conversation that who mentions is in, also once the document was shared in another", async () => {
  const told = new Told();
  const roots = await told.shared(withBen, [me, ann, ben]);
  const others = await told.shared(withCarol, [me, ann, carol]);
  await told.told(ben, "mention", { root: roots[me] });
  same([await told.unread(withBen), await told.unread(withCarol)], [1, 0]);
  same([await told.in(withBen), await told.in(withCarol)], [["Ben mentioned you 0"], []]);
  // Whichever identity the app knows them by.
  await told.told(ben, "mention", { root: others[me] });
  same([await told.unread(withBen), await told.unread(withCarol)], [2, 0]);
  // Who is in both mentions in that of the identity.
  await told.told(ann, "mention", { root: roots[me] });
  same([await told.unread(withBen), await told.unread(withCarol)], [3, 0]);
});

test("what happened before a document was shared in a conversation is told where it was shared before", async () => {
  const told = new Told();
  await told.shared(withBen, [me, ann, ben]);
  await told.told(ann, "edit");
  await told.told(carol, "comment");
  await told.shared(withCarol, [me, ann, carol], ann, t0 + minute);
  same([await told.in(withBen), await told.in(withCarol)], [["Ann edited 0"], ["Carol commented 0"]]);
  await told.told(ann, "renamed", { at: t0 + 2 * minute });
  same([await told.in(withBen), await told.in(withCarol)],
    [["Ann edited 0", "Ann renamed it 2"], ["Carol commented 0", "Ann renamed it 2"]]);
});

test("a mention by somebody in none of the conversations counts where the mentioned identity was given", async () => {
  const told = new Told();
  const roots = await told.shared(withBen, [me, ann, ben]);
  await told.shared(withCarol, [me, ann, carol]);
  await told.told(id(90, 32), "mention", { root: roots[me], name: "Zoe" });
  same([await told.unread(withBen), await told.unread(withCarol)], [1, 0]);
});

test("where it went on in one conversation only, what happens is told and counts there", async () => {
  const told = new Told();
  const roots = await told.shared(withBen, [me, ann, ben]);
  await told.shared(withCarol, [me, ann, carol]);
  await told.left(withBen, [me, ann]);
  await told.told(ben, "edit");
  await told.told(ben, "mention", { root: roots[me] });
  same([await told.unread(withBen), await told.unread(withCarol)], [1, 0]);
  // Of whom this device does not know where they were it is told in each.
  same([await told.in(withBen), await told.in(withCarol)],
    [["Ben edited 0", "Ben mentioned you 0"], ["Ben edited 0", "Ben mentioned you 0"]]);
});

test("what somebody did stays where they were when they have gone from there, and goes with them to where they came", async () => {
  const told = new Told();
  const roots = await told.shared(withBen, [me, ann, ben]);
  await told.shared(withCarol, [me, ann, carol]);
  await told.told(ben, "edit");
  await told.removed(withBen, ben);
  same([await told.in(withBen), await told.in(withCarol)], [["Ben edited 0"], []]);
  await told.told(ben, "mention", { root: roots[me] });
  same([await told.unread(withBen), await told.unread(withCarol)], [1, 0]);
  await told.left(withCarol, [me, ann, ben, carol]);
  same([await told.in(withBen), await told.in(withCarol)], [[], ["Ben edited 0", "Ben mentioned you 0"]]);
});

test("of a conversation that this person has left what was done there until then stays there, and what comes later in the others", async () => {
  const told = new Told();
  await told.shared(withBen, [me, ann, ben]);
  await told.shared(withCarol, [me, ann, carol]);
  await told.told(ben, "edit");
  await told.removed(withBen, me, t0 + minute);
  same([await told.in(withBen), await told.in(withCarol)], [["Ben edited 0"], []]);
  await told.told(ben, "comment", { at: t0 + 2 * minute });
  same([await told.in(withBen), await told.in(withCarol)], [["Ben edited 0"], ["Ben commented 2"]]);
});

test("whom somebody added or removed is told where both were, and of whom nobody knows that wherever the first was", async () => {
  const told = new Told();
  await told.shared(withBen, [me, ann, ben]);
  const roots = await told.shared(withCarol, [me, ann, carol]);
  await told.told(ann, "removedCollaborator", { root: roots[carol], subject: { root: roots[carol], account: carol } });
  await told.gone(roots[carol]);
  same([await told.in(withBen), await told.in(withCarol)], [[], ["Ann removed Carol 0"]]);
  await told.told(ann, "removedCollaborator", { root: id(99, 32), subject: { root: id(99, 32), name: "Zoe" } });
  same([(await told.in(withBen)).length, (await told.in(withCarol)).length], [1, 1]);
});

test("time and name belong together: a conversation's news have the time of its own people", async () => {
  const told = new Told();
  await told.shared(withBen, [me, ann, ben]);
  await told.shared(withCarol, [me, ann, carol]);
  await told.told(carol, "edit");
  await told.told(ben, "edit", { at: t0 + 4 * minute });
  same([await told.in(withBen), await told.in(withCarol)], [["Ben edited 4"], ["Carol edited 0"]]);
  // Nor do later news of others hide them.
  await told.told(ben, "edit", { at: t0 + 40 * minute });
  same([await told.in(withBen), await told.in(withCarol)], [["Ben edited 40"], ["Carol edited 0"]]);
});

test("of several who did the same whoever did it last is named first; at once, the first stays the first", async () => {
  const told = new Told();
  await told.shared(withBen, [me, ann, ben]);
  await told.told(ben, "edit");
  await told.told(ann, "edit", { at: t0 + 1000 });
  same(await told.in(withBen), [`Ben and Ann edited ${1000 / minute}`]);
  await told.told(ann, "edit", { at: t0 + 2 * minute });
  same(await told.in(withBen), ["Ann and Ben edited 2"]);
});

test("what is shared once more adds nobody who has it: not its sharer, not this person, not the others", async () => {
  const told = new Told();
  await told.shared(withBen, [me, ann, ben]);
  const roots = await told.shared(withBen, [me, ann, ben, dora]);
  for (const account of [ann, me, ben]) {
    await told.told(ann, "addedCollaborator", { root: roots[account], subject: { root: roots[account] } });
  }
  same(await told.in(withBen), []);
  await told.told(ann, "addedCollaborator", { root: roots[dora], subject: { root: roots[dora] } });
  same(await told.in(withBen), ["Ann added Dora 0"]);
});

test("a conversation is not told that somebody was added of whom nobody in it knows who it is", async () => {
  const told = new Told();
  await told.shared(withBen, [me, ann, ben]);
  await told.told(ann, "addedCollaborator", { root: id(90, 32), subject: { root: id(90, 32) } });
  same(await told.in(withBen), []);
  await told.told(ann, "addedCollaborator", { root: id(91, 32), subject: { root: id(91, 32), name: "Zoe" } });
  same(await told.in(withBen), ["Ann added Zoe (guest) 0"]);
});

test("that somebody came is no news once they have gone, by whatever hand", async () => {
  const told = new Told();
  const roots = await told.shared(withBen, [me, ann, ben, dora]);
  for (const account of [ben, dora]) {
    await told.told(account, "addedCollaborator", { root: roots[account], attestation: { root: roots[account] } });
  }
  same(await told.in(withBen), ["Ben and Dora joined 0"]);
  await told.gone(roots[ben]);
  same(await told.in(withBen), ["Dora joined 0"]);
  await told.told(ann, "addedCollaborator", { root: id(91, 32), subject: { root: id(91, 32), name: "Zoe" }, at: t0 + 10 * minute });
  same(await told.in(withBen), ["Dora joined 0", "Ann added Zoe (guest) 10"]);
  await told.gone(roots[ben], id(91, 32));
  same(await told.in(withBen), ["Dora joined 0"]);
});

test("that somebody came, or was removed, is no news once they were given it again and have not come", async () => {
  const told = new Told();
  const roots = await told.shared(withBen, [me, ann, ben, dora]);
  for (const account of [ben, dora]) {
    await told.told(account, "addedCollaborator", { root: roots[account], attestation: { root: roots[account] } });
  }
  await told.came({ [roots[ben]]: ben, [roots[dora]]: dora });
  same(await told.in(withBen), ["Ben and Dora joined 0"]);
  await told.told(ann, "removedCollaborator", { root: roots[ben], subject: { root: roots[ben] } });
  await told.gone(roots[ben]);
  await told.came({ [roots[dora]]: dora });
  same(await told.in(withBen), ["Dora joined 0", "Ann removed Ben 0"]);
  const again = await told.shared(withBen, [me, ann, ben, dora]);
  same(await told.in(withBen), ["Dora joined 0"]);
  await told.came({ [again[ben]]: ben, [roots[dora]]: dora });
  same(await told.in(withBen), ["Ben and Dora joined 0"]);
});

test("that this person was removed stays, and what is told by no server but by people's apps alone stays, too", async () => {
  const told = new Told();
  const roots = await told.shared(withBen, [me, ann, ben, dora]);
  await told.told(dora, "addedCollaborator", { root: roots[dora], attestation: { root: roots[dora] } });
  await told.told(ann, "removedCollaborator", { root: roots[me], subject: { root: roots[me] } });
  await told.shared(withBen, [me, ann, ben, dora]);
  await told.gone(roots[me]);
  same(await told.in(withBen), ["Dora joined 0", "Ann removed Me 0"]);
});
