import { parseCollaborationID } from "../../encoding/labels.js";
import { limitedText, Members } from "../../encoding/json-members.js";
import { readCard } from "../../message/content/document-card.js";
import { limits } from "../../message/content/limits.js";
import { readShareOptions } from "./share-options.js";

/**
 * What an app says about the content it wants to share (design 3, step 1): plain data, the same
 * JSON as the Swift messenger's.
 *
 * @typedef {object} CollaborationMetadata
 * @property {string} localIdentifier the app's own name for the content, before it is shared
 * @property {string} [collaborationID] present when it is shared already
 * @property {string} title
 * @property {string} [initiatorHandle] the app account the person shares from: shown to them so
 *   that they see which it is, sent to nobody
 * @property {string} [initiatorName]
 * @property {import("./share-options.js").ShareOptions} [defaultShareOptions] what the app
 *   offers
 * @property {import("./share-options.js").ShareOptions} [userSelectedShareOptions] what the
 *   person chose
 * @property {import("../../message/content/document-card.js").DocumentCard} [card] how it is shown in the
 *   conversation
 */

/**
 * @param {unknown} value parsed JSON, or what an app's page said
 * @returns {CollaborationMetadata}
 * @throws {import("../../encoding/grove-error.js").GroveError} `malformed`, `limit_exceeded`
 */
export function readMetadata(value) {
  const members = new Members(value);
  const text = (/** @type {string} */ name) =>
    members.optional(name, (found) => limitedText(found, limits.title, name));
  return {
    localIdentifier: text("localIdentifier") ?? "",
    collaborationID: members.optional("collaborationID", parseCollaborationID),
    title: members.text("title", limits.title),
    initiatorHandle: text("initiatorHandle"),
    initiatorName: text("initiatorName"),
    defaultShareOptions: members.optional("defaultShareOptions", readShareOptions),
    userSelectedShareOptions: members.optional("userSelectedShareOptions", readShareOptions),
    ...(members.has("card") && { card: readCard(members.value("card")) }),
  };
}
