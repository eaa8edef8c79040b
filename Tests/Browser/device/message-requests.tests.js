import { encodeContent } from "../../../Web/grove/message/content/message-content.js";
import { VerifiedMessage } from "../../../Web/grove/message/opened-envelope.js";
import { mailboxPosition, once, receive } from "../../../Web/grove/rules/conversations/inbox-rules.js";
import { writeAccount } from "../../../Web/grove/rules/model/known-account.js";
import { done, enqueue, enqueueShown } from "../../../Web/grove/rules/conversations/outbox-rules.js";
import { changed, reloaded, told } from "../../../Web/grove/rules/conversations/roster-rules.js";
import { minutes, nextAttempt, tried, unreachedOf } from "../../../Web/grove/rules/conversations/undelivery-rules.js";
import { readChange, readConversation } from "../../../Web/grove/relay/conversation-routes.js";
import { readAccepted, readEvent } from "../../../Web/grove/relay/relay-bodies.js";
import { same, suite, throwsCode } from "../support/harness.js";
import { account, id } from "../support/people.js";
import { answerOf, desk } from "./support.js";

const test = suite("message requests, and messages that do not reach everybody");

const [me, eve, bob] = [await account("me"), await account("eve"), await account("bob")];
const mine = { accountID: me.id, deviceID: me.devices[0].deviceID };
const conversationID = id(9);
const now = 1_700_000_000_000;
const at = { ...mine, now };
const asked = { conversationID, members: [me.id, eve.id], version: 1, requestedBy: eve.id };

async function started(roster = asked) {
  const one = desk();
  await one.change((records) => {
    told(records, roster, { accountID: me.id, now });
    for (const { chain, name } of [me, eve]) {
      writeAccount(records, { ...answerOf({ chain, name }), chain, refreshedAt: now });
    }
  });
  return one;
}

const message = (number) => new VerifiedMessage(id(number), {
  senderAccountID: eve.id, senderDeviceID: eve.devices[0].deviceID,
  senderStatement: eve.chain.newest.reference, sentAt: BigInt(now), conversationID,
  ...encodeContent({ type: "text", text: `text ${number}` }),
}, false);

const take = ({ change }, number, sequence, wasHeld = false) => change((records) =>
  once(records, sequence, () => receive(records, message(number), {
    ...mine, sequence, uploader: eve.id, now, hooks: {}, envelope: new Uint8Array([number]), wasHeld,
  }), wasHeld));

test("nothing of a request is shown, counted or answered until it is accepted", async () => {
  const one = await started();
  await take(one, 1, 5n);
  await take(one, 2, 6n);
  same(await one.look(mailboxPosition), 6n);
  same([await one.items(), await one.names("owed/"), await one.names("seen/")], [[], [], []]);
  same((await one.store.get(`conversation/${conversationID}`)).unread, 0);
  same((await one.names("held/")).length, 2);
  // Before it is accepted it stays where it is.
  await take(one, 1, 5n, true);
  await one.change((records) => told(records, { ...asked, requestedBy: undefined }, at));
  same((await one.names("held/")).length, 2);
  await take(one, 1, 5n, true);
  await take(one, 2, 6n, true);
  await take(one, 2, 6n, true);
  same((await one.items()).map(({ content }) => content.text), ["text 1", "text 2"]);
  same([await one.names("held/"), (await one.names("owed/")).length], [[], 2]);
  same((await one.store.get(`conversation/${conversationID}`)).unread, 2);
  same(await one.look(mailboxPosition), 6n);
});

test("of one request a bounded number is kept", async () => {
  const one = await started();
  await one.change(async (records) => {
    for (let number = 0; number < 256; number += 1) {
      records.put(`held/${String(number).padStart(12, "0")}`, { conversationID });
    }
  });
  await take(one, 1, 900n);
  same((await one.names("held/")).length, 256);
  same([...(await one.store.list("ignored/")).values()].map(({ reason }) => reason), ["request_full"]);
});

test("nothing is said in a request, and leaving it is declining", async () => {
  const one = await started();
  await throwsCode("request_pending", () => one.change((records) => enqueueShown(
    records, { messageID: id(1), conversationID, contentType: 1 }, { kind: "text", text: "x" }, at)));
  await one.change((records) =>
    enqueue(records, { kind: "change", conversationID, remove: [me.id] }, now));
  same((await one.names("outbox/")).length, 1);
});

test("nobody asks themselves: who is left alone by the one they asked is asked nothing, whatever the relay says", async () => {
  const begun = { ...asked, requestedBy: undefined };
  const one = await started(begun);
  const alone = { ...begun, members: [me.id], version: 2, requestedBy: me.id };
  const isAsked = async () => (await one.store.get(`conversation/${conversationID}`)).requestedBy;
  await one.change((records) => changed(records, { kind: "removed", by: eve.id, subjects: [eve.id], at: now, conversation: alone }, at, {}));
  same(await isAsked(), undefined);
  await one.change((records) => reloaded(records, [{ ...alone, version: 3 }], at));
  same(await isAsked(), undefined);
});

test("what another device accepted is accepted here, without a line", async () => {
  const one = await started();
  await one.change((records) => changed(records, {
    kind: "accepted", by: me.id, subjects: [me.id], at: now,
    conversation: { ...asked, requestedBy: undefined },
  }, at, {}));
  same((await one.store.get(`conversation/${conversationID}`)).requestedBy, undefined);
  same(await one.items(), []);
});

test("who was not added is said in the conversation", async () => {
  const one = await started({ ...asked, requestedBy: undefined });
  await one.change((records) => told(records, { ...asked, requestedBy: undefined, notAdded: [bob.id] }, at));
  same((await one.items()).map(({ content }) => [content.change, content.subjects]),
    [["not_added", [bob.id]]]);
  same((await one.store.get(`conversation/${conversationID}`)).notAdded, undefined);
});

test("whoever got it on one device has it, and whose every device is full has not", () => {
  const sent = new Map([[eve.id, 2], [bob.id, 2]]);
  const on = (accountID, device, reason = "mailbox_full") => ({ accountID, deviceID: id(device), reason });
  same(unreachedOf([on(eve.id, 1), on(bob.id, 1), on(bob.id, 2, "not_delivered")], sent),
    [{ accountID: bob.id, reason: "mailbox_full" }]);
  same(unreachedOf([], sent), []);
});

test("a full mailbox is tried seven times, over three days, and a refusal never", () => {
  const full = [{ accountID: bob.id, reason: "mailbox_full" }];
  same(minutes.map((_, attempts) => nextAttempt(full, attempts, 0) / 60_000), minutes);
  same(minutes, [1, 5, 30, 120, 480, 1440, 2880]);
  same(nextAttempt(full, 7, 0), undefined);
  same(nextAttempt([{ accountID: bob.id, reason: "not_delivered" }], 0, 0), undefined);
});

test("a message shows whom it has not reached, until it has", async () => {
  const one = await started({ ...asked, requestedBy: undefined });
  const text = { messageID: id(1), conversationID, contentType: 1 };
  await one.change((records) => enqueueShown(records, text, { kind: "text", text: "x" }, at));
  const unreached = [
    { accountID: bob.id, reason: "mailbox_full" }, { accountID: eve.id, reason: "not_delivered" },
  ];
  await one.change((records) =>
    done(records, "outbox/000000000001", at, { unreached, others: 2 }));
  const item = async () => (await one.items())[0];
  same([(await item()).delivery, (await item()).undelivered],
    [{ state: "failed", reason: "mailbox_full" }, unreached]);
  const [name] = await one.names("undelivered/");
  same((await one.store.get(name)).nextAt, now + 60_000);
  await one.change((records) =>
    tried(records, name, { unreached: [unreached[0]], others: 1 }, { ...at, now: now + 60_000 }));
  same((await one.store.get(name)).nextAt, now + 6 * 60_000);
  same((await item()).delivery.state, "failed");
  await one.change((records) => tried(records, name, { unreached: [], others: 1 }, at));
  same([(await item()).delivery, (await item()).undelivered], [{ state: "sent" }, [unreached[1]]]);
  same(await one.names("undelivered/"), []);
});

test("the relay's answers are read: who asks, who was not added or reached, what was not kept", () => {
  const wire = { conversationID, members: [me.id], version: "3", requestedBy: eve.id, notAdded: [bob.id] };
  const read = readConversation(wire);
  same([read.requestedBy, read.notAdded], [eve.id, [bob.id]]);
  same(readChange({
    kind: "accepted", by: me.id, subjects: [me.id], at: "1", conversation: wire,
  }).kind, "accepted");
  same(readAccepted({ accepted: 1, duplicates: 0 }), []);
  const one = { accountID: bob.id, deviceID: id(1), reason: "mailbox_full" };
  same(readAccepted({ accepted: 0, duplicates: 0, undelivered: [one] }), [one]);
  same(readEvent({ sequence: "4", receivedAt: "1", gap: { entries: "7" } }).gap, { entries: 7n });
});
