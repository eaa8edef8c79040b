import { identifier, limitExceeded, malformed, Members } from "../../encoding/encoding.js";
import { parseCollaborationID } from "../../encoding/labels.js";
import { originOfLink, parseOrigin } from "../../encoding/origin.js";
import { hasRepetition, limits } from "./limits.js";

/**
 * What was shared with this account before a device was added to it, from one of its devices to that one (content type
 * 9, protocol 12.2): so that it can say of a document it cannot open yet what it is and whom it waits for. It opens
 * nothing. Sealed to the account's own devices only, and nobody else's word for it counts.
 *
 * @typedef {object} OwnDocuments
 * @property {OwnDocument[]} documents 1 to 4, none twice
 *
 * @typedef {object} OwnDocument
 * @property {string} audience the origin of the link
 * @property {string} collaborationID
 * @property {string} link
 * @property {string} title
 * @property {string} inviter the account that shared it
 * @property {string} conversationID where it was shared last
 * @property {string[]} [alsoIn] other conversations in which it was shared, the newest first: at most 4, none twice. Absent
 *   where there are none
 * @property {PersonIn[]} [people] who is in it, as the device that tells was told by the app's server from the beginning; at
 *   most 64 in a message. Absent where that is not to be told
 *
 * @typedef {object} PersonIn either an account, or a name
 * @property {string} root by which they were told of
 * @property {string} [account]
 * @property {string} [name] the app's word alone, of whom no identity map knows
 */

/** @param {Members} members @returns {OwnDocuments} */
export function readOwnDocuments(members) {
  const documents = members.array("documents", readDocument, limits.ownDocuments);
  const places = documents.map(({ audience, collaborationID }) => JSON.stringify([audience, collaborationID]));
  if (documents.length === 0 || hasRepetition(places)) throw malformed("documents");
  if (documents.flatMap(({ people = [] }) => people).length > limits.ownDocumentsPeople) throw limitExceeded("people");
  return { documents };
}

/** @param {OwnDocuments} content */
export const writeOwnDocuments = ({ documents }) => ({ documents });

/** @param {unknown} value @returns {OwnDocument} */
function readDocument(value) {
  const members = new Members(value);
  const document = {
    audience: parseOrigin(members.value("audience")),
    collaborationID: parseCollaborationID(members.value("collaborationID")),
    link: members.text("link", limits.link),
    title: members.text("title", limits.title),
    inviter: members.identifier("inviter", 32),
    conversationID: members.identifier("conversationID", 16),
    ...(members.has("alsoIn") && { alsoIn: readConversations(members) }),
    ...(members.has("people") && { people: members.array("people", readPerson, limits.ownDocumentsPeople) }),
  };
  if (originOfLink(document.link) !== document.audience) throw malformed("link");
  if (document.alsoIn && hasRepetition([document.conversationID, ...document.alsoIn])) throw malformed("alsoIn");
  return document;
}

/** @param {Members} members */
const readConversations = (members) =>
  members.array("alsoIn", (one) => identifier(one, 16, "alsoIn"), limits.ownDocumentsAlsoIn);

/** @param {unknown} value @returns {PersonIn} */
function readPerson(value) {
  const members = new Members(value);
  const root = members.identifier("root", 32);
  if (members.has("account") === members.has("name")) throw malformed("people");
  if (members.has("account")) return { root, account: members.identifier("account", 32) };
  const name = members.text("name", limits.guestName);
  if (name === "" || /\p{Cc}/u.test(name)) throw malformed("name");
  return { root, name };
}
