import { choiceGroup, switchRow } from "../../ui/choices.js";
import { hostOf } from "../sentences.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../../grove/rules/model/sharing-types.js").CollaborationKey} CollaborationKey */

/**
 * A document this person shared in a conversation, as a choice.
 *
 * @typedef {object} OwnDocument
 * @property {CollaborationKey} collaboration
 * @property {string} title its present one
 * @property {string} optionsSummary
 * @property {string[]} accounts who has it
 * @property {import("../../grove/rules/model/sharing-types.js").Elsewhere[]} [elsewhere] those of them who have it in other
 *   conversations, too
 */

/**
 * What this person shared in a conversation and could change: what has ended cannot be.
 *
 * @param {App} app
 * @param {string} conversationID
 * @returns {Promise<OwnDocument[]>}
 */
export async function ownDocuments({ sharing }, conversationID) {
  const shared = await sharing.sharedIn(conversationID);
  const states = await sharing.documentStates(shared.map(({ collaboration }) => collaboration));
  return shared.flatMap(({ title, ...one }, place) =>
    states[place].ending ? [] : [{ ...one, title: states[place].title || title || "A document" }]);
}

/**
 * A switch for each document, in the dialog that changes who is in the conversation.
 *
 * @param {OwnDocument[]} documents
 * @param {{ legend: string, footer: string, isOn: boolean, changed?: () => void }} how
 */
export function documentChoices(documents, { legend, footer, isOn, changed = () => {} }) {
  const chosen = new Set(isOn ? documents : []);
  const rows = documents.map((document) => switchRow({
    title: document.title, checked: isOn,
    // The app may have other terms by now, and tells nobody.
    detail: [hostOf(document.collaboration.audience), document.optionsSummary && `when it was shared: ${document.optionsSummary}`]
      .filter(Boolean).join(" · "),
    onchange: (checked) => {
      if (checked) chosen.add(document);
      else chosen.delete(document);
      changed();
    },
  }));
  return {
    element: documents.length > 0 && choiceGroup(legend, rows, footer),
    get chosen() { return documents.filter((one) => chosen.has(one)); },
    get others() { return documents.filter((one) => !chosen.has(one)); },
  };
}
