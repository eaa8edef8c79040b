import { encodeContent } from "../../../Web/grove/message/content/message-content.js";
import { VerifiedMessage } from "../../../Web/grove/message/opened-envelope.js";
import { ignore, mailboxPosition, once, receive } from "../../../Web/grove/rules/conversations/inbox-rules.js";
import { writeAccount } from "../../../Web/grove/rules/model/known-account.js";
import { refused } from "../../../Web/grove/rules/conversations/outbox-rules.js";
import { done, enqueue, enqueueShown } from "../../../Web/grove/rules/conversations/outbox-rules.js";
import { receiptsDue, receiptsReceived } from "../../../Web/grove/rules/conversations/receipt-rules.js";
import { unreachedOf } from "../../../Web/grove/rules/conversations/undelivery-rules.js";
import { changed, told } from "../../../Web/grove/rules/conversations/roster-rules.js";
import { forgetOld } from "../../../Web/grove/device/sync.js";
import { names } from "../../../Web/grove/rules/model/record-names.js";
import { same, suite, throwsCode } from "../support/harness.js";
import { account, id } from "../support/people.js";
import { answerOf, desk } from "./support.js";

const test = suite("what follows from what arrives");

const [me, anna, eve] = [await account("me"), await account("anna"), await account("eve")];
const mine = { accountID: me.id, deviceID: me.devices[0].deviceID };
const conversationID = id(9);
const now = 1_700_000_000_000;
const roster = { conversationID, name: undefined, members: [me.id, anna.id], version: 1 };

async function started() {
  const one = desk();
  await one.change((records) => {
    told(records, roster, { accountID: me.id, now });
    for (const { chain, name } of [me, anna]) {
      writeAccount(records, { ...answerOf({ chain, name }), chain, refreshedAt: now });
    }
  });
  return one;
}

const message = (content, changes = {}, isRemoved = false) => new VerifiedMessage(
  changes.messageID ?? id(1), {
    senderAccountID: anna.id, senderDeviceID: anna.devices[0].deviceID,
    senderStatement: anna.chain.newest.reference, sentAt: BigInt(now), conversationID,
    ...(content.type ? encodeContent(content) : content), ...changes,
  }, isRemoved);

const arrival = (sequence, changes = {}) =>
  ({ ...mine, sequence, uploader: anna.id, now, hooks: {}, ...changes });

const take = ({ change }, one, given) => change((records) =>
  once(records, given.sequence, () => receive(records, one, given)));

const reasons = async ({ store }) =>
  [...(await store.list("ignored/")).values()].map(({ reason }) => reason);

const text = { type: "text", text: "hello" };

test("a text is shown once, owed a receipt, and moves the position on", async () => {
  const one = await started();
  await take(one, message(text), arrival(5n));
  const [item] = await one.items();
  same([item.content, item.sender, item.delivery], [{ kind: "text", text: "hello" }, anna.id, undefined]);
  same(await one.names("owed/"), [`owed/${conversationID}/${anna.id}/${id(1)}`]);
  same(await one.look(mailboxPosition), 5n);
  same((await one.store.get(`conversation/${conversationID}`)).unread, 1);
  // The same entry again, as after a crash before the acknowledgement.
  await take(one, message(text), arrival(5n));
  await take(one, message(text), arrival(4n));
  same((await one.items()).length, 1);
  same(await reasons(one), []);
});

test("a message is remembered for ninety days, and of what was ignored the newest thousand", async () => {
  const one = desk();
  const now = 1_700_000_000_000;
  const kept = 90 * 24 * 3_600_000;
  await one.change((records) => {
    records.put(names.seen("x", "old"), now - kept - 1);
    records.put(names.seen("x", "new"), now - kept);
    for (let number = 1n; number <= 1010n; number += 1n) {
      records.put(names.ignored(number), { at: now, reason: "malformed" });
    }
  });
  await forgetOld({ now: () => now, change: one.change });
  same(await one.names("seen/"), [names.seen("x", "new")]);
  const ignored = await one.names("ignored/");
  same([ignored.length, ignored[0]], [1000, names.ignored(11n)]);
});

test("a message kept by somebody and sent again is not shown", async () => {
  const one = await started();
  await take(one, message(text), arrival(1n));
  await take(one, message(text), arrival(2n));
  same((await one.items()).length, 1);
  same(await reasons(one), ["replayed"]);
  const otherDevice = message(text, { senderDeviceID: id(7) });
  await take(one, otherDevice, arrival(3n));
  same((await one.items()).length, 2);
});

test("what comes from the future or from a stranger is not shown, and said to be ignored", async () => {
  const one = await started();
  const early = BigInt(now + 300_001);
  await take(one, message(text, { sentAt: early }), arrival(1n));
  await take(one, message(text, { sentAt: early - 1n, messageID: id(2) }), arrival(2n));
  await take(one, message(text, { senderAccountID: eve.id }), arrival(3n));
  await take(one, message(text, { conversationID: id(8) }), arrival(4n));
  same(await reasons(one), ["from_the_future", "not_a_member", "not_a_member"]);
  same((await one.items()).length, 1);
});

test("content of another form is ignored, and of another type shown as unknown", async () => {
  const one = await started();
  await take(one, message({ contentType: 1, content: new Uint8Array([1]) }), arrival(1n));
  await take(one, message({ contentType: 99, content: new Uint8Array([1]) }), arrival(2n));
  same(await reasons(one), ["content_malformed"]);
  same((await one.items()).map(({ content }) => content), [{ kind: "unknown", typeCode: 99 }]);
});

test("a removed device's text is marked and told nothing, and nothing else of it is acted upon", async () => {
  const one = await started();
  await take(one, message(text, {}, true), arrival(1n));
  await one.change((records) => enqueueShown(
    records, { messageID: id(3), conversationID, contentType: 1 }, { kind: "text", text: "x" },
    { ...mine, now }));
  const acknowledgement = { type: "acknowledgement", messageIDs: [id(3)], state: "delivered" };
  await take(one, message(acknowledgement, { messageID: id(2) }, true), arrival(2n));
  const gossip = { type: "gossip", seen: [{ account: me.id, seq: 7n, hash: id(1, 32) }] };
  await take(one, message(gossip, { messageID: id(4) }, true), arrival(3n));
  same((await one.items()).map(({ isFromRemovedDevice }) => isFromRemovedDevice), [true, undefined]);
  same([await one.names("owed/"), await one.names("receipt/"), await one.names("wanted/")], [[], [], []]);
});

test("contents for sharing reach it in the same change, and what it drops is noted", async () => {
  const one = await started();
  const notice = {
    type: "notice", noticeID: id(1), audience: "https://docs.example", collaborationID: "doc",
    event: "change", trigger: "edit", at: BigInt(now), counter: 1n, clear: false,
  };
  const seen = [];
  const hooks = {
    receive: (content, context, records) => {
      seen.push([content.type, context.conversationID, context.myChain.accountID, context.isRefreshed]);
      records.put("sharing/test/1", "kept");
      return { dropped: "not_new" };
    },
  };
  const encoded = await tryEncode(notice);
  await take(one, message(encoded), arrival(1n, { hooks, isRefreshed: true }));
  same(seen, [["notice", conversationID, me.id, true]]);
  same(await one.store.get("sharing/test/1"), "kept");
  same(await reasons(one), ["not_new"]);
  const failing = { receive: () => { throw new Error("killed"); } };
  await take(one, message(encoded, { messageID: id(2) }), arrival(2n, { hooks: failing })).catch(() => 0);
  same(await one.look(mailboxPosition), 1n);
});

/** A notice as somebody else's messenger writes it. */
async function tryEncode(notice) {
  const { event, trigger, at, counter, ...rest } = notice;
  const content = new TextEncoder().encode(JSON.stringify({
    v: 1, ...rest, type: undefined, clear: undefined, event: 1, trigger: 1, at: String(at),
    counter: String(counter),
  }));
  return { contentType: 4, content };
}

test("a message is delivered when every other member has it, and strangers count for nothing", async () => {
  const one = await started();
  const dana = await account("dana");
  await one.change((records) => told(
    records, { ...roster, members: [me.id, anna.id, dana.id], version: 2 }, { accountID: me.id, now }));
  await one.change((records) => enqueueShown(
    records, { messageID: id(1), conversationID, contentType: 1 }, { kind: "text", text: "x" },
    { ...mine, now }));
  const hear = (sender) => one.change((records) =>
    receiptsReceived(records, { messageIDs: [id(1), id(2)], state: "delivered" }, sender));
  const state = async () => (await one.items())[0].delivery.state;
  await hear(eve.id);
  await hear(me.id);
  await hear(anna.id);
  same([await state(), await one.names("receipt/")], ["queued", [`receipt/${id(1)}/${anna.id}`]]);
  await hear(dana.id);
  same(await state(), "delivered");
  // Another device of hers says so, too: nothing is kept of what is settled.
  await hear(dana.id);
  same([await state(), await one.names("receipt/")], ["delivered", []]);
  // The relay's answer comes after the receipts.
  await one.change((records) => done(records, "outbox/000000000001", { ...mine, now }));
  same([await state(), await one.names("outbox/")], ["delivered", []]);
});

test("receipts are gathered by conversation and sender, 256 at a time", () => {
  const owed = new Map(Array.from({ length: 300 }, (_, number) => [`owed/c/a/${number}`, true]));
  owed.set("owed/c/b/1", true);
  owed.set("owed/d/a/1", true);
  same(receiptsDue(owed).map(({ messageIDs }) => messageIDs.length), [256, 1, 1]);
});

test("what the relay refuses goes, and says why", async () => {
  const one = await started();
  const at = { ...mine, now };
  await one.change((records) => enqueueShown(
    records, { messageID: id(1), conversationID, contentType: 1 }, { kind: "text", text: "x" }, at));
  await one.change((records) => enqueue(records, { kind: "create", conversationID, members: [] }, now));
  await one.change((records) => refused(records, "outbox/000000000001", "not_a_member", at));
  await one.change((records) => refused(records, "outbox/000000000002", "conflict", at));
  await one.change((records) => refused(records, "outbox/000000000002", "twice", at));
  const items = await one.items();
  same(items.map(({ delivery, content }) => delivery?.reason ?? content.text), ["not_a_member", "conflict"]);
  same((await one.store.get(`conversation/${conversationID}`)).state, "refused");
  await throwsCode("not_a_member", () => one.change((records) =>
    enqueue(records, { kind: "change", conversationID, name: "x" }, now)));
  await throwsCode("conversation_unknown", () => one.change((records) =>
    enqueue(records, { kind: "change", conversationID: id(8) }, now)));
});

test("an older roster changes nothing, and a leave is shown as one", async () => {
  const one = await started();
  const at = { accountID: me.id, now };
  const leave = {
    kind: "removed", by: anna.id, subjects: [anna.id], at: now,
    conversation: { ...roster, members: [me.id], version: 3 },
  };
  const events = [];
  const hooks = { rosterChanged: ({ version, members }) => events.push([version, members]) };
  await one.change((records) => changed(records, leave, at, hooks));
  await one.change((records) => told(records, { ...roster, version: 2 }, at));
  same((await one.store.get(`conversation/${conversationID}`)).members, [me.id]);
  same([(await one.items())[0].content.change, events], ["left", [[3, [me.id]]]]);
  await one.change((records) => changed(records, {
    kind: "removed", by: anna.id, subjects: [me.id], at: now,
    conversation: { ...roster, members: [anna.id], version: 4 },
  }, at, {}));
  same((await one.store.get(`conversation/${conversationID}`)).state, "left");
});

test("an entry that is ignored is read all the same", async () => {
  const one = await started();
  await one.change((records) => once(records, 3n, async () =>
    ignore(records, arrival(3n), "seal_broken")));
  same([await reasons(one), await one.look(mailboxPosition)], [["seal_broken"], 3n]);
});

test("who got a message on none of their devices has not got it, and a full mailbox is the reason that may pass", () => {
  const [full, gone] = ["mailbox_full", "not_delivered"];
  const failed = [
    { accountID: "a", reason: gone }, { accountID: "a", reason: full }, { accountID: "b", reason: full },
    { accountID: "c", reason: gone },
  ];
  same(unreachedOf(failed, new Map([["a", 2], ["b", 2], ["c", 1], ["d", 1]])),
    [{ accountID: "a", reason: full }, { accountID: "c", reason: gone }]);
});
