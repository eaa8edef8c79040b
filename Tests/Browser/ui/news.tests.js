import { byDocument, deedsOf, newsFollow, newsLine, stillNews, toldStill, withoutSharedAgain } from "../../../Web/messenger/thread/news.js";
import { same, suite } from "../support/harness.js";
import { nameOf } from "./items.js";

const test = suite("news of a document");

/** @type {Record<string, any>} */
const deeds = { edit: "edited", mention: "mentioned you", comment: "commented", addedCollaborator: "joined",
  renamed: "renamed it" };
/** @param {any} kind @param {string[]} accounts @param {number} [latestAt] @param {string} [collaborationID] */
const notice = (kind, accounts, latestAt = 0, collaborationID = "a") => /** @type {any} */ ({
  id: `${kind} ${latestAt}`, kind, accounts, deed: deeds[kind], latestAt,
  collaboration: { audience: "https://app.example", collaborationID },
});

test("what each person did is said once, with its number", () => {
  same(newsLine([notice("mention", ["bob"]), notice("edit", ["ann"]), notice("edit", ["ann"]),
    notice("addedCollaborator", ["me"])], nameOf), "Bob mentioned you · Ann made 2 edits · You joined");
  same(newsLine([notice("mention", ["bob"]), notice("mention", ["bob"])], nameOf), "Bob mentioned you 2 times");
  same(newsLine([notice("comment", ["bob"]), notice("comment", ["bob"])], nameOf), "Bob wrote 2 comments");
  same(newsLine([notice("renamed", ["bob"]), notice("renamed", ["bob"])], nameOf), "Bob renamed it");
});

test("what several did alike is said of all of them, and no line is longer than four things", () => {
  same(newsLine([notice("edit", ["ann", "bob"]), notice("edit", ["bob"])], nameOf), "Ann edited · Bob made 2 edits");
  same(newsLine([notice("edit", ["ann"]), notice("edit", ["bob"])], nameOf), "Ann and Bob edited");
  same(newsLine(["mention", "edit", "comment", "addedCollaborator", "renamed"].map((kind) =>
    notice(kind, ["bob"])), nameOf), "Bob mentioned you · Bob edited · Bob commented · Bob joined · 1 more");
});

test("a guest is never one with somebody who is known, whatever they call themselves", () => {
  const named = { ...notice("edit", ["root-of-bob"]), names: { "root-of-bob": "Bob" } };
  same(newsLine([named, notice("edit", ["bob"]), notice("comment", ["ann"])], nameOf), "Bob (guest) and Bob edited · Ann commented");
});

test("a mention is said among four things, in its place, however much is newer", () => {
  same(newsLine(["edit", "comment", "addedCollaborator", "renamed", "mention"].map((kind) =>
    notice(kind, ["bob"])), nameOf), "Bob edited · Bob commented · Bob joined · Bob mentioned you · 1 more");
});

test("a document has one strip, the newest document the first, and in each the newest is the first", () => {
  const strips = byDocument([notice("mention", ["bob"], 1), notice("edit", ["bob"], 2),
    notice("edit", ["ann"], 3, "b")]);
  same(strips.map((news) => news.map(({ id }) => id)), [["edit 3"], ["edit 2", "mention 1"]]);
});

test("of a document that has ended only that is news", () => {
  const ended = ["edit", "mention", "renamed", "deleted"].map((kind, at) =>
    ({ ...notice(kind, ["bob"], at), names: {}, ending: "deleted" }));
  same(stillNews(ended).map(({ kind }) => kind), ["deleted"]);
  same(stillNews(ended.map((one) => ({ ...one, ending: undefined }))).length, 4);
});

test("each of a document's people has the time of what they did, the newest first", () => {
  const edited = { ...notice("edit", ["bob", "zoe"], 9), names: { zoe: "Zoe" },
    deeds: [{ account: "bob", deed: "edited", at: 9 }, { account: "zoe", deed: "edited", at: 2 }] };
  const joined = { ...notice("addedCollaborator", ["ann"], 5), names: {}, deeds: [{ account: "ann", deed: "joined", at: 5 }] };
  same(deedsOf([edited, joined]), [{ account: "bob", deed: "edited", at: 9 }, { account: "ann", deed: "joined", at: 5 },
    { account: "zoe", deed: "edited", at: 2, name: "Zoe (guest)" }]);
});

test("that a document has ended is no news any more where it is open again, or was shared again", () => {
  const audience = "https://app.example";
  const end = { ...notice("removedCollaborator", ["ann"], 5), isEnd: true, title: "Soup" };
  same(stillNews([{ ...end, ending: "removed" }]).length, 1);
  same(stillNews([end]), []);
  const edited = { ...notice("edit", ["ann"], 4), title: "Soup" };
  same(withoutSharedAgain([end, edited], [{ audience, title: "Soup", createdAt: 6 }]), [edited]);
  const deleted = { ...end, kind: "deleted" };
  same(withoutSharedAgain([deleted], [{ audience, title: "Soup", createdAt: 6 }]), [deleted]);
  for (const other of [{ title: "Stew" }, { createdAt: 4 }, { audience: "https://other.example" }]) {
    same(withoutSharedAgain([end], [{ audience, title: "Soup", createdAt: 6, ...other }]), [end]);
  }
});

test("the row of a conversation and its strips say the same, and both follow who is in the document", async () => {
  const end = { ...notice("removedCollaborator", ["ann"], 5), isEnd: true, ending: "removed", title: "Soup" };
  const edited = { ...notice("edit", ["ann"], 4, "b"), title: "Stew" };
  /** @type {string[]} */
  const asked = [];
  const sharing = (/** @type {any[]} */ highlights) => /** @type {any} */ ({
    highlightsIn: async (/** @type {string} */ one) => (asked.push(one), highlights) });
  same(await toldStill(sharing([]), "c", [end, edited]), [end, edited]);
  same(await toldStill(sharing([{ audience: "https://app.example", title: "Soup", createdAt: 6 }]), "c", [end, edited]), [edited]);
  same(await toldStill(sharing([]), "d", [edited]), [edited]);
  same(asked, ["c", "c"], "looked at where something has ended");
  same(["told-gone", "told-came", "membership"].every((kind) => newsFollow.includes(kind)), true);
});
