import { shareCardType } from "../../../Web/ui/share-card-type.js";
import { readShareCard, writeShareCard } from "../../../Web/ui/share-card.js";
import { same, suite } from "../support/harness.js";

const test = suite("document cards");
const card = { origin: "https://docs.example", appName: "Docs", metadata: { title: "Tart" } };

/** What a drag carries, without a page. */
function transfer() {
  /** @type {Record<string, string>} */
  const parts = {};
  const setData = (/** @type {string} */ type, /** @type {string} */ text) => (parts[type] = text);
  return { parts, data: /** @type {any} */ ({ setData }) };
}

test("a card is read as it was written, and other programs get the link", () => {
  const { parts, data } = transfer();
  writeShareCard(data, card, "https://docs.example/d/1");
  same(readShareCard(parts), card);
  for (const type of ["text/uri-list", "text/plain"]) same(parts[type], "https://docs.example/d/1");
});

test("what is no card is none", () => {
  const bad = [undefined, "", "null", "{", "[]",
    JSON.stringify({ ...card, origin: "https://docs.example/x" }),
    JSON.stringify({ ...card, origin: "javascript:alert(1)" }),
      JSON.stringify({ ...card, origin: 7 }),
    JSON.stringify({ ...card, metadata: null }), JSON.stringify({ ...card, metadata: "x" })];
  for (const text of bad) same([text,
    readShareCard({ [shareCardType]: /** @type {any} */ (text) })], [text,
    undefined]);
});

test("an app without a name is called by its host", () =>
  same(readShareCard({ [shareCardType]: JSON.stringify({ ...card, appName: 7 }) })?.appName,
    "docs.example"));
