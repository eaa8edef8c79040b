import { readMetadata } from "../../../Web/grove/rules/sharing/collaboration-metadata.js";
import { ShareSheet } from "../../../Web/grove/rules/sharing/share-sheet.js";
import { suggestedConversations } from "../../../Web/grove/rules/conversations/suggested-conversations.js";
import { same, suite, throwsCode } from "../support/harness.js";
import { id } from "../support/people.js";

const test = suite("the share sheet");

const metadata = readMetadata({
  localIdentifier: "7", title: "Baking", initiatorHandle: "alice@docs",
  defaultShareOptions: { summary: "Everyone", groups: [
    { identifier: "p", kind: "picker", options: [
      { identifier: "rw", title: "Write" }, { identifier: "ro", title: "Read" }] }] },
});
const file = { name: "cake.pdf", mediaType: "application/pdf", data: new Blob(["x"]) };
const sheet = (content) => new ShareSheet("https://docs.example", "Recipes", content);

test("it offers what the app can provide, and nothing else", () => {
  same(sheet({ metadata }).modes, ["collaborate"]);
  same(sheet({ file }).modes, ["sendCopy"]);
  const both = sheet({ metadata, file });
  same([both.mode, both.summary], ["collaborate", "Everyone"]);
  same([both.choose("sendCopy"), both.summary, both.options], [true, "Send a copy", undefined]);
  same(both.setOption("ro", true), { reason: "unknown_option" });
  same([sheet({ file }).choose("collaborate"), sheet({ file }).header.title], [false, "cake.pdf"]);
});

test("what was chosen is in the draft, and only that", () => {
  const both = sheet({ metadata, file });
  same(both.setOption("ro", true), undefined);
  both.addRecipient("bob");
  both.text = "hi";
  const draft = both.draft("d", 5);
  same([draft.recipients, draft.text, draft.file], [["bob"], "hi", undefined]);
  same(draft.metadata.userSelectedShareOptions.groups[0].options.map((one) => one.isSelected), [false, true]);
  same(draft.metadata.defaultShareOptions.groups[0].options.map((one) => one.isSelected), [true, false]);
  both.choose("sendCopy");
  same([both.draft("d", 5).metadata, both.draft("d", 5).file.name], [undefined, "cake.pdf"]);
});

test("a conversation stays chosen as long as it is exactly its people", () => {
  const one = sheet({ metadata });
  same(one.obstacle, "no_recipients");
  one.chooseConversation("c", ["bob", "dana"]);
  same([one.conversationID, one.obstacle], ["c", undefined]);
  one.addRecipient("bob");
  same(one.conversationID, "c");
  one.removeRecipient("dana");
  same([one.conversationID, one.recipients], [undefined, ["bob"]]);
  for (let number = 0; number < 255; number += 1) one.addRecipient(`p${number}`);
  same(one.obstacle, "too_many_recipients");
});

test("where the app was shared before comes first, then what was used last", () => {
  const of = (number, lastActivity, collaborations) =>
    ({ conversationID: id(number), lastActivity, collaborations });
  const best = suggestedConversations([of(1, 9, 0), of(2, 1, 2), of(4, 5, 0), of(3, 5, 0), of(5, 0, 0)]);
  same(best, [2, 1, 3, 4].map((one) => id(one)));
});

test("metadata of another form is refused", async () => {
  for (const value of [undefined, {}, { title: 7 }, { title: "x".repeat(1025) }, { title: "\ud800" },
    { title: "x", collaborationID: "" }, { title: "x", defaultShareOptions: {} }]) {
    const code = value?.title?.length === 1025 ? "limit_exceeded" : "malformed";
    await throwsCode(code, () => readMetadata(value), JSON.stringify(value));
  }
  same(readMetadata({ title: "x", secret: "y" }).secret, undefined);
});
