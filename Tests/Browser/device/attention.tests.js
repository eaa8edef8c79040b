import { attentionOf, chooseAttention, countOf, followAttention } from "../../../Web/grove/rules/attention/attention-rules.js";
import { isTimeToAsk, mayRaise, takeNews } from "../../../Web/grove/rules/attention/raising-rules.js";
import { readHere } from "../../../Web/grove/rules/attention/reading-rules.js";
import { names } from "../../../Web/grove/rules/model/record-names.js";
import { addItem } from "../../../Web/grove/rules/model/thread.js";
import { readUpTo } from "../../../Web/grove/rules/model/unread.js";
import { summary } from "../../../Web/grove/device/conversations.js";
import { same, suite } from "../support/harness.js";
import { id } from "../support/people.js";
import { desk } from "./support.js";

const test = suite("what is unread, and what of it is told");

const conversationID = id(9);
const [me, anna] = [id(1, 32), id(2, 32)];
const mine = { accountID: me, deviceID: id(3), now: 1000 };

async function started(changes = {}) {
  const one = desk();
  await one.change((records) => records.put(names.conversation(conversationID), {
    conversationID, members: [me, anna], version: 1, state: "active", lastActivityAt: 0, unread: 0, ...changes,
  }));
  let count = 0;
  const say = (text, { sender = anna, content = { kind: "text", text } } = {}) => one.change((records) => addItem(records, {
    conversationID, messageID: id(++count), sender, senderDevice: id(200), sentAt: count, receivedAt: count, content,
  }, me));
  const unread = async () => (await one.store.get(names.conversation(conversationID))).unread;
  const news = async () => {
    const found = await one.change((records) => takeNews(records, conversationID));
    return found && [found.messages, found.last?.content.text, found.mentions.length];
  };
  const mention = () => one.change((records) => {
    const reading = records.get(names.reading(conversationID)) ?? {
      conversationID, positions: [], mentions: [], raisedTo: 0, awaited: new Map(),
    };
    const mentions = [...reading.mentions, {
      collaboration: { audience: "https://docs.example", collaborationID: "doc-1" }, noticeID: id(50), account: anna, receivedAt: 7000,
    }];
    records.put(names.reading(conversationID), { ...reading, mentions, mentionedAt: 7000 });
  });
  const choose = (attention, at = 5n) => one.change((records) => chooseAttention(records, conversationID, attention, at));
  return { ...one, say, unread, news, mention, choose };
}

test("others' messages are unread, what happens to the conversation and one's own are not", async () => {
  const one = await started();
  await one.say("hello");
  await one.say("", { content: { kind: "roster", change: "photo", subjects: [] } });
  await one.say("mine", { sender: me });
  same(await one.unread(), 1);
});

test("reading up to a line leaves what came later unread", async () => {
  const one = await started();
  await one.say("one");
  const { position } = await one.say("two");
  await one.say("three");
  same(await one.change((records) => readUpTo(records, conversationID, position)), true);
  same(await one.unread(), 1);
  // It never goes back, and the same again is nothing new.
  same(await one.change((records) => readUpTo(records, conversationID, position - 1)), false);
  same(await one.unread(), 1);
});

test("of more unread lines than are known one by one, all are counted and all can be read", async () => {
  const one = await started();
  for (let line = 0; line < 300; line += 1) await one.say(String(line));
  same(await one.unread(), 300);
  same((await one.store.get(names.reading(conversationID))).positions.length, 256);
  await one.change((records) => readUpTo(records, conversationID, 298));
  same(await one.unread(), 2);
  same(await one.change((records) => readHere(records, conversationID, mine)), true);
  same([await one.unread(), await one.change((records) => readHere(records, conversationID, mine))], [0, false]);
});

test("what was counted before lines were known one by one is read, too", async () => {
  const one = await started({ unread: 5, lastPosition: 4 });
  same(await one.change((records) => readHere(records, conversationID, mine)), true);
  same(await one.unread(), 0);
});

test("what is new is told once, the newest of it, and what was read is not told", async () => {
  const one = await started();
  await one.say("one");
  await one.say("two");
  same(await one.news(), [2, "two", 0]);
  same(await one.news(), undefined);
  await one.say("three");
  await one.change((records) => readHere(records, conversationID, mine));
  same(await one.news(), undefined);
  await one.mention();
  same(await one.news(), [0, undefined, 1]);
  same(await one.news(), undefined);
});

test("mentions only: messages are neither told nor counted; nothing: mentions are not either", async () => {
  const one = await started();
  await one.choose("mentions");
  await one.say("one");
  same(await one.news(), undefined);
  await one.mention();
  same(await one.news(), [0, undefined, 1]);
  const counts = async () => {
    const { unread, mentions, counted, lastActivityAt } = await summary({ ...one, accountID: me, record: {} }, conversationID);
    return [unread, mentions.length, counted, lastActivityAt];
  };
  // A mention raises its conversation, whatever counts.
  same(await counts(), [1, 1, 1, 7000]);
  await one.choose("none", 6n);
  same(await counts(), [1, 1, 0, 7000]);
  await one.say("two");
  same(await one.news(), undefined);
  await one.choose("all", 7n);
  // What was not wanted then is no news now.
  same([await one.news(), await counts()], [undefined, [2, 1, 3, 7000]]);
});

test("who asks to be let in counts nothing and is not told", async () => {
  const one = await started({ requestedBy: anna });
  await one.say("hello");
  same(await one.news(), undefined);
  same(countOf({ unread: 1, mentions: 1, attention: "all", requestedBy: anna }), 0);
});

test("the latest choice counts, of two at one time that which tells less, in whatever order they come", async () => {
  const choices = [["all", 7n], ["mentions", 5n], ["none", 7n], ["mentions", 7n]];
  for (const order of [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1], [1, 3, 0, 2]]) {
    const one = await started();
    for (const place of order) {
      const [attention, at] = choices[place];
      await one.change((records) => followAttention(records, { conversationID, attention, at }));
    }
    same(await one.look((records) => attentionOf(records, conversationID)), "none");
  }
});

test("a choice made with a clock that was set back still wins, and of a conversation nobody knows none is kept", async () => {
  const one = await started();
  await one.choose("mentions", 9n);
  await one.choose("all", 3n);
  same((await one.store.get(names.attention(conversationID))).at, 10n);
  same(await one.change((records) => followAttention(records, { conversationID: id(77), attention: "none", at: 9n })), false);
});

test("the person is asked after a message came while nobody looked, once, and never where the browser has decided", () => {
  same(isTimeToAsk(undefined, "default"), false);
  same(isTimeToAsk({ wasAway: true }, "default"), true);
  same(isTimeToAsk({ wasAway: true, choice: "no" }, "default"), false);
  same([isTimeToAsk({ wasAway: true }, "granted"), isTimeToAsk({ wasAway: true }, "denied")], [false, false]);
  same([mayRaise({}, "granted"), mayRaise({ choice: "no" }, "granted"), mayRaise({ choice: "yes" }, "default")],
    [true, false, false]);
});
