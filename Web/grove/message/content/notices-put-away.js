import { identifier, malformed, Members } from "../../encoding/encoding.js";
import { parseCollaborationID } from "../../encoding/labels.js";
import { parseOrigin } from "../../encoding/origin.js";
import { hasRepetition, limits } from "./limits.js";

/**
 * Notices that a person has put away on one of their devices, or with opening the document they tell of, for the others
 * (content type 10, protocol 12.9.1). Sealed to the account's own devices only, and nobody else's word for it counts.
 *
 * @typedef {object} NoticesPutAway
 * @property {PutAwayIn[]} documents 1 to 16, none twice
 *
 * @typedef {object} PutAwayIn
 * @property {string} audience
 * @property {string} collaborationID
 * @property {string[]} notices their identifiers, 1 to 64, none twice: clocks differ, and each device has banners of its own
 */

/** @param {Members} members @returns {NoticesPutAway} */
export function readNoticesPutAway(members) {
  const documents = members.array("documents", readDocument, limits.putAwayDocuments);
  const places = documents.map(({ audience, collaborationID }) => JSON.stringify([audience, collaborationID]));
  if (documents.length === 0 || hasRepetition(places)) throw malformed("documents");
  return { documents };
}

/** @param {NoticesPutAway} content */
export const writeNoticesPutAway = ({ documents }) => ({ documents });

/** @param {unknown} value @returns {PutAwayIn} */
function readDocument(value) {
  const members = new Members(value);
  const readID = (/** @type {unknown} */ one) => identifier(one, 16, "notices");
  const document = {
    audience: parseOrigin(members.value("audience")),
    collaborationID: parseCollaborationID(members.value("collaborationID")),
    notices: members.array("notices", readID, limits.putAwayNotices),
  };
  if (document.notices.length === 0 || hasRepetition(document.notices)) throw malformed("notices");
  return document;
}
