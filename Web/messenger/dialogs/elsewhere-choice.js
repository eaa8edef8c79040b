import { choiceGroup, radioRows } from "../../ui/choices.js";
import { newID } from "../../ui/dom.js";
import { listed } from "../sentences.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../../grove/rules/model/sharing-types.js").Elsewhere} Elsewhere */

/**
 * Whether who loses a document here keeps what other conversations give them: asked only where that may be.
 *
 * @param {App} app
 * @param {{ title: string, elsewhere?: Elsewhere[] }[]} documents
 * @param {boolean} [isKept] what is chosen already: who goes by themselves has given up nothing elsewhere
 * @returns {Promise<{ element: HTMLElement | undefined, isKept: () => boolean }>}
 */
export async function elsewhereChoice(app, documents, isKept = false) {
  const found = documents.filter(({ elsewhere = [] }) => elsewhere.length > 0);
  if (found.length === 0) return { element: undefined, isKept: () => false };
  const accounts = [...new Set(found.flatMap(({ elsewhere = [] }) => elsewhere.map(({ account }) => account)))];
  const places = [...new Set(found.flatMap(({ elsewhere = [] }) => elsewhere.flatMap(({ conversations }) => conversations)))];
  const names = listed(accounts.map(app.people.nameOf));
  const them = accounts.length > 1 ? "they" : names;
  const rows = radioRows([
    { id: "all", title: "Take it away there, too", detail: `Then ${them} cannot open it any more.`, checked: !isKept },
    { id: "here", title: "Leave it to them there", checked: isKept,
      detail: `Then ${them} ${accounts.length > 1 ? "go" : "goes"} on as before, and only this conversation gives no access.` },
  ], newID(), (id) => (isKept = id === "here"));
  const titles = listed([...new Set(found.map(({ title }) => `“${title}”`))]);
  const legend = `${names} ${accounts.length > 1 ? "have" : "has"} ${titles} in ${listed(await calledPlaces(app, places))}, too`;
  return { element: choiceGroup(legend, rows), isKept: () => isKept };
}

/**
 * @param {App} app
 * @param {string[]} conversations
 * @returns {Promise<string[]>}
 */
async function calledPlaces({ messenger }, conversations) {
  const known = await Promise.all(conversations.map((one) => messenger.conversation(one).catch(() => undefined)));
  return [...new Set(known.map((one) => (one === undefined ? "another conversation"
    : one.members.length > 2 ? `“${one.title}”` : `your conversation with ${one.title}`)))];
}
