import { noneLeft } from "../../../Web/messenger/dialogs/conversation-details.js";
import { isOpenedInFront, OpenedDocuments, takeAsSeen, visit } from "../../../Web/messenger/attention/opened-documents.js";
import { requestWords } from "../../../Web/messenger/message-requests.js";
import { same, suite } from "../support/harness.js";

const test = suite("who asks, what is left, what was looked at");

const person = (/** @type {string} */ accountID) => ({ accountID, handle: accountID, isMe: accountID === "me",
  name: accountID[0].toUpperCase() + accountID.slice(1) });

test("a request names the group it is about, or who is in it", () => {
  const words = (/** @type {string} */ name, /** @type {string[]} */ ...members) =>
    requestWords({ name, members: members.map(person), requestedBy: "eve" }, "Eve");
  same(words("", "me", "eve"), "Eve wants to talk to you");
  same(words("Kitchen", "me", "eve", "bob"), "Eve added you to “Kitchen”");
  same(words("", "me", "eve", "bob", "carol"), "Eve added you to a group with Bob and Carol");
});

test("where every document has ended it is said how, and never that there was none", () => {
  same(noneLeft(["deleted"]), "None any more: what was shared here was deleted.");
  same(noneLeft(["stopped"]), "None any more: what was shared here is not shared any more.");
  same(noneLeft(["removed", "refused"]), "None any more: what was shared here is not shared with you any more.");
  same(noneLeft(["deleted", "removed"]),
    "None any more: what was shared here was deleted, or is not shared with you any more.");
});

test("what opens behind the page is not seen", () => {
  const plain = { ctrlKey: false, metaKey: false };
  same([plain, { ...plain, ctrlKey: true }, { ...plain, metaKey: true }].map(isOpenedInFront), [true, false, false]);
});

test("what is put away as seen is told, once for each document, and nothing else is", async () => {
  const collaboration = { audience: "https://app.example", collaborationID: "one" };
  const news = { id: "1", collaboration, kind: "edit", deed: "edited", accounts: ["eve"], names: {}, title: "Soup", latestAt: 5 };
  /** @type {any[]} */
  const put = [];
  const app = /** @type {any} */ ({ people: { nameOf: () => "Eve" }, sharing: {
    allNotices: async () => [news, news, { ...news, id: "2", kind: "mention", deed: "mentioned you" },
      { ...news, id: "3", latestAt: 7, deed: "commented" }, { ...news, id: "4", kind: "deleted", deed: "deleted it", isEnd: true }],
    clearNotices: async (/** @type {any} */ ...how) => put.push(how) } });
  /** @type {string[]} */
  const said = [];
  const tell = (/** @type {string} */ words) => said.push(words);
  await takeAsSeen(app, [], tell);
  await takeAsSeen(app, [{ collaboration: { ...collaboration, collaborationID: "other" }, until: 6 }], tell);
  same(said, []);
  await takeAsSeen(app, [{ collaboration, until: 6 }], tell);
  same(said, ["Counted as seen, because you had “Soup” open: Eve edited"]);
  same(put.at(-1), [collaboration, { isOnlyLikely: true, until: 6 }]);
});

test("what came while its person was in a document is looked at once they are back, and what came long after is not", () => {
  const opened = new OpenedDocuments();
  const collaboration = { audience: "https://app.example", collaborationID: "one" };
  opened.note(collaboration, 1000);
  same(opened.seen(2000), [{ collaboration, until: 2000 }]);
  same(opened.seen(3000), []);
  opened.note(collaboration, 1000);
  same(opened.seen(1000 + 6 * visit), [{ collaboration, until: 1000 + visit }]);
});
