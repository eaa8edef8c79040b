import { eventLine, newsOf, shortLine } from "../../../Web/messenger/thread/thread-lines.js";
import { same, suite } from "../support/harness.js";
import { item, nameOf, noon } from "./items.js";

const test = suite("lines of a thread");
/** @param {any} content @param {string} [sender] */
const line = (content, sender = "ann") => eventLine(item(sender, noon, { content }), nameOf);
/**
 * @param {string} change
 * @param {string[]} subjects
 * @param {string} [text]
 * @param {string} [sender]
 */
const roster = (change, subjects, text, sender) =>
  line({ kind: "roster", change, subjects, text }, sender);

test("each change of a conversation is told in a sentence", () => {
  same(roster("created", []), "Ann started this conversation");
  same(roster("added", ["bob", "me"]), "Ann added Bob and you");
  same(roster("removed", ["bob"], undefined, "me"), "You removed Bob");
  same(roster("left", ["bob"]), "Bob left");
  same(roster("left", []), "Ann left");
  same(roster("renamed", [], "Lunch"), "Ann named it “Lunch”");
  same(roster("renamed", []), "Ann removed the name");
  same(roster("photo", []), "Ann changed the photo");
  same(roster("refused", [], "not_a_member"),
    "A change was not made. You are no longer in this conversation.");
});

test("a change of somebody's devices says whose, and when to be careful", () => {
  same(line({ kind: "security", change: "device_added", accountID: "bob" }),
    "Bob has a new device");
  same(line({ kind: "security", change: "device_removed", accountID: "me" }),
    "You have one device less");
  same(line({ kind: "security", change: "recovered", accountID: "bob" }),
    "Bob has replaced all devices with the recovery code. Compare the safety number.");
});

test("messages are no such lines", () => {
  same(line({ kind: "text", text: "hello" }), undefined);
  same(line({ kind: "link", link: "https://a.example", title: "A", optionsSummary: "" }),
    undefined);
});

test("a kind of message from a later version says that there was one", () =>
  same(line({ kind: "unknown", typeCode: 9 }), "Ann sent something this version cannot show"));

test("in a list a line says who, where that is not clear anyway", () => {
  const hello = item("ann", noon, { content: { kind: "text", text: "hello" } });
  same(shortLine(hello, nameOf, false), "hello");
  same(shortLine(hello, nameOf, true), "Ann: hello");
  same(shortLine({ ...hello, sender: "me" }, nameOf, false), "You: hello");
});

test("a file without words is told by its name", () =>
  same(shortLine(item("ann", noon, { content: { kind: "text", text: "",
    attachment: { name: "list.pdf", mediaType: "application/pdf", size: 9 } } }), nameOf, false),
      "list.pdf"));

test("news of a document are its name, which no quotes are part of, and the deed", () =>
  same(newsOf(/** @type {any} */ ({ title: "חלה לשבת", text: "Bob edited" })), { of: "חלה לשבת", text: "”: Bob edited" }));
