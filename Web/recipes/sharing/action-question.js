import { switchRow } from "../../ui/choices.js";
import { h } from "../../ui/dom.js";
import { isStoreLasting } from "../session/text-store.js";
import { counted, listed, nameAndAccount } from "../views/sentences.js";
import { fileOf } from "./file-shares.js";
import { isOfDevices, letInUnasked } from "./let-in-unasked.js";
import { askedAbout, nobodyAskedAbout } from "./people-asked-about.js";
import { documentIDOf } from "./share-handlers.js";

/**
 * @typedef {import("../../grove/bridge/owner-actions.js").ActionQuestion} ActionQuestion
 *
 * @typedef {object} AskedOf what and whom a question is about
 * @property {string} title
 * @property {import("./nouns.js").Noun} noun
 * @property {import("./people-asked-about.js").AskedAbout} people
 * @property {boolean} isNothing it would take out whom the app knows to be out, and change nothing: nobody need be asked
 * @property {{ title: string, renewed: string, isUnnamed: boolean, changes: string[] }[]} documents it is about, each once: who
 *   has other devices there, whether somebody of them has no name, and what it means
 */

/** @type {Record<import("../../grove/bridge/owner-actions.js").Over, string>} */
const overWords = {
  withdrawn: "Your messenger has withdrawn this.",
  late: "This was not answered in time. Your messenger can ask again.",
  gone: "Your messenger was closed before this was answered.",
  left: "This page went before this was answered.",
  signedOut: "You are signed out.",
};

/** @param {AbortSignal} over @returns {string} why the question went */
export const overSentence = ({ reason }) =>
  `${overWords[/** @type {import("../../grove/bridge/owner-actions.js").Over} */ (reason)]} Nothing was changed.`;

/**
 * What the owner is asked before a messenger's action is carried out.
 *
 * @param {ActionQuestion} question
 * @param {AskedOf} known
 * @param {import("../server/body-types.js").Me | undefined} me
 * @param {(yes: boolean) => void} answer
 */
export function questionParts(question, known, me, answer) {
  const { title, documents } = known;
  const look = question.removed > 0 ? "danger" : "primary";
  const host = new URL(question.messengerOrigin).host;
  let isUnasked = false;
  const allow = () => {
    if (isUnasked && me) letInUnasked(me.account, question.messengerOrigin);
    answer(true);
  };
  return {
    heading: headingOf(question, known),
    body: [...documents.length === 1
      ? [h("p", null, h("b", null, title)),
        h("ul", { class: "stack" }, documents[0].changes.map((text) => h("li", null, text)))]
      : severalParts(question, documents),
      me && isStoreLasting && isOfDevices(question) && switchRow({ title: "From now on without asking", checked: false,
        detail: `Whose devices they are your messenger at ${host} says alone. You can end it in your account.`,
        onchange: (checked) => (isUnasked = checked) }),
      h("p", { class: "small quiet" },
        `Your messenger at ${host} asks. You are signed in as `
        + `${me ? nameAndAccount(me) : "nobody"}.`)],
    no: h("button", { type: "button", class: "button", onclick: () => answer(false) }, "Not now"),
    yes: h("button", { type: "button", class: `button ${look}`, onclick: allow },
      question.type === "start" ? "Share" : isOfDevices(question) ? "Let in" : "Update"),
  };
}

/** @param {ActionQuestion} question @param {AskedOf["documents"]} documents */
const severalParts = (question, documents) => [
  h("ul", { class: "stack" }, documents.map(({ title, renewed, changes }) => h("li", null, h("b", null, title),
    !isOfDevices(question) ? h("ul", null, changes.map((text) => h("li", null, text)))
      // Where it is the same for all, the heading has said it.
      : documents.some((one) => one.renewed !== renewed || one.isUnnamed) || !renewed ? `: ${renewed || "somebody"}` : null))),
  isOfDevices(question) && h("p", null, `The devices they use now can open them. ${removedWords("them")}`),
];

/**
 * A session here does not end with the device's place among the person's own: it is another server that knows of that.
 *
 * @param {"it" | "them"} what
 */
const removedWords = (what) => `One that was removed cannot open ${what} anew; where it is still signed in, it stays so.`;

/** @param {ActionQuestion} question @param {AskedOf} known @returns {string} */
export function headingOf(question, { title, noun, people, documents }) {
  if (question.type === "start") return `Share this ${noun}?`;
  const renewed = new Set(documents.map((one) => one.renewed));
  const what = documents.length === 1 ? `“${title}”` : counted(documents.length, "document");
  if (!isOfDevices(question)) return `Change who has access${documents.length > 1 ? ` to ${what}` : ""}?`;
  // Somebody without a name in several documents may be several people.
  const isOne = renewed.size === 1 && people.renewed && !documents.some(({ isUnnamed }) => isUnnamed);
  if (documents.length > 1 && !isOne) return `Let people’s devices into ${what}?`;
  if (!people.renewed) return "Change who has access?";
  // Whether one was added or removed the messenger knows, and this app does not.
  return people.renewed === "you" ? `Let your devices into ${what}?`
    : `Let the devices of ${people.renewed} into ${what}?`;
}

/**
 * By this app's own record: what a question is about, and who.
 *
 * @param {import("../server/app-server.js").AppServer} server
 * @param {ActionQuestion} question
 * @returns {Promise<AskedOf>}
 */
export async function knownOf(server, question) {
  const all = [question, ...question.others];
  const known = await Promise.all(all.map((one) => titleOf(server, one)));
  const people = await Promise.all(all.map((one) => askedAbout(server, one).catch(() => nobodyAskedAbout)));
  /** @type {Map<string | undefined, number[]>} What is shared in two conversations is one document, of other people perhaps. */
  const places = new Map();
  all.forEach(({ collaborationID }, place) => places.set(collaborationID, [...places.get(collaborationID) ?? [], place]));
  const documents = [...places.values()].map((some) => {
    const renewed = listed([...new Set(some.map((place) => people[place].renewed))].filter(Boolean));
    // Other devices of people in several conversations are one change of the document.
    const each = isOfDevices(question) ? some.slice(0, 1) : some;
    return { title: known[some[0]].title, renewed, isUnnamed: some.some((place) => people[place].isUnnamed === true),
      changes: each.flatMap((place) => changesOf(all[place], { ...people[place], renewed })) };
  });
  const isNothing = all.every(({ added }, place) => added === 0 && people[place].isNobody === true);
  return { ...known[0], isNothing, people: { ...people[0], renewed: documents[0].renewed }, documents };
}

/**
 * By this app's own record: what the messenger calls it may be what somebody else wrote on a card.
 *
 * @param {import("../server/app-server.js").AppServer} server
 * @param {ActionQuestion} question
 * @returns {Promise<{ title: string, noun: import("./nouns.js").Noun }>}
 */
export async function titleOf(server, question) {
  const isRecipe = !question.localIdentifier?.startsWith("/");
  const recipe = isRecipe && await documentIDOf(server, question).then(server.document).catch(() => undefined);
  if (recipe) return { title: recipe.title, noun: "recipe" };
  const file = await fileOf(server, question).catch(() => undefined);
  if (file?.share) return { title: file.share.name, noun: file.share.isFolder ? "folder" : "file" };
  return file ? { title: file.path.slice(1), noun: "file" }
    : { title: "Something that cannot be found here", noun: "document" };
}

/**
 * @param {ActionQuestion} question
 * @param {import("./people-asked-about.js").AskedAbout} people
 * @returns {string[]} what it means, in words
 */
function changesOf({ type, added, removed, replaced }, people) {
  if (type === "start") return ["It gets a link, and the people in your conversation are invited."];
  const losing = people.losing ?? removed;
  return [
    added > 0 ? `${counted(added, "person gains", "people gain")} access.` : "",
    losing > 0 ? `${counted(losing, "person loses", "people lose")} access at once${
      people.removed && `: ${people.removed}`}.` : "",
    people.kept ? `An invitation of ${people.kept} is taken back. They keep access by another one.` : "",
    replaced > 0 ? `${people.renewed === "you" ? "Your devices"
      : `The devices of ${people.renewed || counted(replaced, "person", "people")}`} have changed: those in use now can `
      + `open it. ${removedWords("it")}` : "",
  ].filter(Boolean);
}
