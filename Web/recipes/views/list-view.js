import { fill, h, keep, lookOf, newID } from "../../ui/dom.js";
import { icon } from "../../ui/icons.js";
import { openDialog } from "../../ui/dialog.js";
import { say } from "../../ui/status.js";
import { fullTime, shortTime } from "../../ui/time-format.js";
import { whenReleased } from "../../ui/when-released.js";
import { addressOf } from "../app.js";
import { rememberAccess } from "../sharing/endings.js";
import { carryCards } from "../sharing/share-cards.js";
import { randomID } from "../log/base64url.js";
import { discardKept, keptTexts } from "./unsaved-text.js";
import { knockStrips } from "./knock-strips.js";
import { askForAccess, sentenceOf } from "./sentences.js";

/** @typedef {import("../server/body-types.js").Document} Document */

/** Milliseconds after which a list that is looked at is asked for again: others share, rename and ask for access. */
const lookedAtEvery = 15_000;

/**
 * This person's recipes and those shared with them.
 *
 * @param {import("../app.js").App} app
 * @returns {Promise<import("../app.js").View>}
 */
export async function listView(app) {
  let { documents } = await app.server.documents();
  const search = h("input", { class: "input", type: "search", placeholder: "Search recipes",
    "aria-label": "Search recipes", autocomplete: "off", oninput: () => draw() });
  const lists = h("div", { class: "lists" });
  const knocks = knockStrips(app, () => refresh());
  const element = h("div", { class: "page" },
    h("div", { class: "list-head" }, h("h1", null, "Recipes"),
      h("div", { class: "search", role: "search" }, search)),
    knocks.element, keptCards(app), lists);
  const make = h("button", { type: "button", class: "button primary",
    onclick: () => newRecipe(app) }, icon("add"), h("span", null, "New recipe"));

  carryCards(app, lists, () => documents);

  function draw() {
    const wanted = search.value.trim().toLocaleLowerCase();
    const found = documents.filter(({ title }) => title.toLocaleLowerCase().includes(wanted));
    if (documents.length === 0) return fill(lists, nothingYet(app));
    if (found.length === 0) return fill(lists,
      h("p", { class: "empty" }, `No recipe has “${search.value.trim()}” in its name.`));
    fill(lists, section("Mine", found.filter(({ access }) => access === "owner")),
      section("Shared with me", found.filter(({ access }) => access !== "owner")));
  }

  // What others share or rename meanwhile is seen when the person looks again.
  const refresh = async () => {
    if (document.visibilityState !== "visible") return;
    try {
      const before = lookOf(documents);
      ({ documents } = await app.server.documents());
      void knocks.show(documents).catch(() => {});
      // Where nothing has changed nothing is drawn: whoever goes through the list by keyboard stays where they are.
      if (lookOf(documents) === before) return;
      rememberOthers(app.me.account, documents);
      // Whoever comes back to this window may do so by pressing a recipe.
      whenReleased(lists, draw);
    } catch {
      // The next look may go better.
    }
  };
  document.addEventListener("visibilitychange", refresh);
  addEventListener("focus", refresh);
  const looking = setInterval(refresh, lookedAtEvery);
  draw();
  rememberOthers(app.me.account, documents);
  void knocks.show(documents).catch(() => {});
  return {
    title: "All recipes", element, tools: [make],
    close: () => {
      clearInterval(looking);
      document.removeEventListener("visibilitychange", refresh);
      removeEventListener("focus", refresh);
    },
  };
}

/**
 * What others share, as long as it is seen here.
 *
 * @param {string} account
 * @param {Document[]} documents
 */
const rememberOthers = (account, documents) => rememberAccess(account, documents
  .filter(({ access }) => access !== "owner").flatMap(({ collaborationID }) => collaborationID ?? []));

/** @param {string} title @param {Document[]} documents */
function section(title, documents) {
  if (documents.length === 0) return null;
  const [id, list] = [newID(), h("ul", { class: "cards" })];
  const newest = [...documents].sort((a, b) => updatedAt(b) - updatedAt(a));
  keep(list, newest, ({ documentID }) => documentID, JSON.stringify, card);
  return h("section", { "aria-labelledby": id }, h("h2", { id }, title), list);
}

/** @param {Document} document */
const updatedAt = (document) => Number(document.updatedAt ?? document.createdAt);

/** @param {Document} document */
const card = (document) =>
  h("li", null, h("a", { class: "card recipe-card", href: addressOf(document) },
    h("span", { class: "recipe-title two-lines", dir: "auto", title: document.title }, document.title),
    h("span", { class: "small quiet cut" },
      document.access === "owner" ? (document.collaborationID ? "Shared" : "Only you")
        : `${document.ownerDisplayName ? `From ${document.ownerDisplayName}` : "Shared"}${document.access === "readOnly" ? ", to read" : ""}`),
    // Only to its owner, who may be looking for this one among many.
    document.knocks ? h("span", { class: "small asking" }, askForAccess(document.knocks)) : null,
    h("span", { class: "small quiet" }, document.updatedAt === document.createdAt ? "Begun " : "Changed ",
      h("time", { title: fullTime(updatedAt(document)) }, shortTime(updatedAt(document), Date.now())))));

/** @param {import("../app.js").App} app */
const nothingYet = (app) => h("div", { class: "empty" },
  h("h2", null, "No recipes yet"),
  h("p", null, "Write your first one. Then share it into a conversation, and cook together."),
  h("button", { type: "button", class: "button primary", onclick: () => newRecipe(app) },
    "Write a recipe"));

/** @param {import("../app.js").App} app */
function newRecipe(app) {
  const requestID = randomID();
  const id = newID();
  const input = h("input", { class: "input", id, maxlength: 200, required: true, autofocus: true,
    placeholder: "Grandma’s apple pie", autocomplete: "off" });
  const problem = h("p", { class: "error", role: "alert" });
  const send = h("button", { class: "button primary", form: `${id}-form` }, "Begin");
  const form = h("form", { class: "stack", id: `${id}-form`, novalidate: true },
    h("div", { class: "field" }, h("label", { for: id }, "What is it called?"), input), problem);
  const dialog = openDialog({ title: "New recipe", body: [form], foot: [send] });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const title = input.value.trim();
    if (!title) return void (problem.textContent = "Give it a name first.");
    send.disabled = true;
    try {
      const document = await app.server.createDocument(title, requestID);
      dialog.close();
      app.go(addressOf(document));
    } catch (error) {
      problem.textContent = sentenceOf(error);
      send.disabled = false;
    }
  });
}

/** @param {import("../app.js").App} app text of recipes that ended while it was written */
function keptCards(app) {
  return h("div", { class: "stack" }, keptTexts(app.me.account).map(({ name, title, texts }) => {
    const box = h("div", { class: "banner warning" },
      h("p", { class: "banner-text" }, `The parts of “${title}” you wrote in are kept here.`),
      h("button", { type: "button", class: "button slim", onclick: async () => {
        await navigator.clipboard.writeText(texts.map(({ text }) => text).join("\n\n"));
        say("Copied");
      } }, icon("copy"), "Copy"),
      h("button", { type: "button", class: "button slim", onclick: () => {
        discardKept(name);
        box.remove();
      } }, "Discard"));
    return box;
  }));
}

