import { byPerson, renewalWords, renewedWords, titled } from "../../../Web/messenger/thread/renewals.js";
import { same, suite } from "../support/harness.js";

const test = suite("people whose devices changed");

/** @param {string} account @param {string} title @param {any} [more] */
const renewal = (account, title, more) => ({ account, title, root: "r", conversationID: "c", reason: "device_added",
  since: Date.now(), isAlarmed: false, collaboration: { audience: "https://app.example", collaborationID: title }, ...more });
const words = (/** @type {any[]} */ all) => renewalWords(all, "Bob").filter(Boolean).join("");

test("one person's new device is one question, however many documents it cannot open", () => {
  const four = ["Soup", "Stew", "Bread", "Jam"].map((title) => renewal("bob", title));
  const groups = byPerson([...four, renewal("ann", "Soup"), renewal("bob", "Pie", { reason: "device_removed" })]);
  same(groups.map((one) => one.map(({ title }) => title)), [["Soup", "Stew", "Bread", "Jam"], ["Soup"], ["Pie"]]);
  same(words(groups[0]), "Bob has a new device since today. It cannot open 4 documents until you let it in.");
  same(words(groups[2]), "Bob removed a device. It can let itself into “Pie” until you refresh their access.");
  const lost = ["Pie", "Jam"].map((title) => renewal("bob", title, { reason: "devices_replaced" }));
  same(words(lost), "Bob has replaced all devices. The new ones wait to be let into 2 documents. "
    + "Compare the safety number first if you doubt that it is them.");
  same([renewalWords(lost.slice(1), "You").filter(Boolean).join(""), renewedWords([], "devices_replaced")],
    ["You have replaced all devices. The new ones wait to be let into “Jam”.", "Let in"]);
  same(words([renewal("bob", "Soup"), renewal("bob", "Stew", { isAlarmed: true })]),
    "Bob has a new device since today. It cannot open 2 documents until you let it in. Careful: something about these "
    + "devices does not fit together. Ask in person first.");
});

test("who waits in this conversation is asked about once, with what waits of them in others", async () => {
  const due = [renewal("bob", "Soup"), renewal("bob", "Soup", { conversationID: "d", root: "s" }),
    renewal("bob", "Stew", { conversationID: "d" }), renewal("ann", "Jam", { conversationID: "d" })];
  const documentStates = async (/** @type {any[]} */ all) => all.map(({ collaborationID }) => ({ title: collaborationID }));
  const view = /** @type {any} */ ({ id: "c", app: { sharing: { documentStates } } });
  same(byPerson(await titled(view, due)).map((one) => one.map(({ title }) => title)), [["Soup", "Stew"]]);
  same(await titled({ ...view, id: "e" }, due), []);
});
