import { notificationWords } from "../../../Web/messenger/attention/notification-words.js";
import { iconWith } from "../../../Web/messenger/attention/app-badge.js";
import { conversationOf, windowFor } from "../../../Web/messenger/offline/notification-click.js";
import { holds, same, suite } from "../support/harness.js";
import { item, nameOf, noon } from "./items.js";

const test = suite("what a notification says, and where it leads");
const text = (/** @type {string} */ words) => item("ann", noon, { content: { kind: "text", text: words } });
const mention = { collaboration: {}, noticeID: "n", account: "ann", receivedAt: 1 };
/** @param {any} news @param {number} members @param {boolean} [hidesContents] */
const words = ({ messages = 0, last = undefined, mentions = [] }, members = 2, hidesContents = false) =>
  notificationWords({ messages, last, mentions },
    /** @type {any} */ ({ members: Array(members), mentions: [{ accountID: "ann", title: "Soup", at: 1 }] }),
    { nameOf, hidesContents });

test("among several it says who, between two the name above is enough", () => {
  same(words({ messages: 1, last: text("Hello") }), "Hello");
  same(words({ messages: 1, last: text("Hello") }, 3), "Ann: Hello");
  same(words({ messages: 3, last: text("Hello") }), "Hello\nand 2 messages before it");
  same(words({ mentions: [mention] }), "Ann mentioned you in “Soup”");
  same(words({ messages: 1, last: text("Look"), mentions: [mention] }), "Ann mentioned you in “Soup”\nLook");
});

test("where contents are hidden nothing of them is said, nor who wrote", () => {
  same(words({ messages: 1, last: text("Hello") }, 3, true), "New message");
  same(words({ messages: 2, last: text("Hello") }, 3, true), "2 new messages");
  same(words({ messages: 1, last: text("Hello"), mentions: [mention] }, 3, true), "You are mentioned");
});

test("a long text is shortened, and no letter is cut in two", () => {
  same(words({ messages: 1, last: text("🌳".repeat(500)) }), `${"🌳".repeat(240)}…`);
});

test("a click leads to the window somebody looked at, and never to one that answers an app", () => {
  const origin = "https://msg.example";
  const window = (/** @type {string} */ path, focused = false, visibilityState = "hidden") =>
    ({ url: origin + path, focused, visibilityState });
  const all = [window("/share", true, "visible"), window("/"), window("/#c=x", false, "visible")];
  same(windowFor(all, origin)?.url, `${origin}/#c=x`);
  same(windowFor([...all, window("/?y", true)], origin)?.url, `${origin}/?y`);
  same(windowFor([window("/share"), { ...window("/"), url: "https://other.example/" }], origin), undefined);
});

test("only a conversation's identifier leads anywhere", () => {
  same(conversationOf({ conversationID: "A".repeat(22) }), "A".repeat(22));
  for (const data of [undefined, null, {}, { conversationID: 1 }, { conversationID: "A".repeat(22) + "&x" }, "c"]) {
    same(conversationOf(data), "");
  }
});

test("the number stands on the icon, and more than nine is no number", () => {
  const drawing = '<svg viewBox="0 0 64 64"><rect/></svg>\n';
  holds(iconWith(drawing, 3).endsWith(">3</text></svg>"));
  holds(iconWith(drawing, 10).endsWith(">9+</text></svg>"));
});
