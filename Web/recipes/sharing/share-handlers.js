import { ActionFailure, MessengerWindow } from "../../grove/bridge/messenger-window.js";
import { codeOf } from "../server/problem.js";
import { sentenceOf } from "../views/sentences.js";
import { fileOf, selectedTerms } from "./file-shares.js";
import { rememberNoun } from "./nouns.js";
import { selectedOptions } from "./share-options.js";

/**
 * What this app does when a messenger asks: the server's part of sharing. It knows roots and links,
 * never conversations, seeds or relay accounts.
 *
 * @param {import("../server/app-server.js").AppServer} server
 * @returns {import("../../grove/bridge/action-handlers.js").ActionHandlers}
 */
export const shareHandlers = (server) => ({
  start: ({ actionID, metadata }) => inWords(async () => {
    const chosen = metadata?.userSelectedShareOptions;
    const file = await fileOf(server, metadata ?? {});
    if (file) return answerTo(await shareFile(server, actionID, file, chosen));
    const options = selectedOptions(chosen);
    const documentID = await documentIDOf(server, metadata ?? {});
    return answerTo(await server.prepareCollaboration(documentID, actionID, options));
  }),
  updateParticipants: ({ actionID, collaborationID, added, removed, replaced, persons = [], only }) =>
    inWords(async () => {
      const personOf = (/** @type {string} */ root) => persons.find((one) => one.root === root)?.person;
      try {
        const { epoch } = await server.updateIdentities(collaborationID, {
          requestID: actionID, add: added.map((root) => ({ root, depth: 5, person: personOf(root) })), remove: removed,
          replace: replaced.map(({ old, new: fresh }) => ({ old, new: fresh })), ...(only && { only }),
        });
        // Of whom was only invited nobody tells this page.
        MessengerWindow.changed();
        return { epoch };
      } catch (error) {
        // Its owner deleted it, or shares it with nobody: whoever was to be taken out of it is out.
        if (codeOf(error) !== "gone" || added.length + replaced.length > 0) throw error;
        return {};
      }
    }),
  shareCancelled: ({ collaborationID }) => inWords(async () => {
    if (!collaborationID) return;
    try {
      await server.endCollaboration(collaborationID, { ifUnused: true });
    } catch (error) {
      // Gone already is what was asked for.
      if (!["not_found", "gone"].includes(codeOf(error))) throw error;
    }
  }),
});

/** @param {{ link: string, collaborationID: string, epoch: string }} started */
const answerTo = ({ link, collaborationID, epoch }) => ({ link, collaborationID, epoch });

/**
 * @param {import("../server/app-server.js").AppServer} server
 * @param {string} actionID
 * @param {{ path: string, share?: import("./file-shares.js").FileShare }} file
 * @param {unknown} chosen
 */
async function shareFile(server, actionID, { path, share }, chosen) {
  const shared = await server.shareFile(actionID, path, selectedTerms(chosen, share));
  rememberNoun(shared.collaborationID, shared.isFolder ? "folder" : "file");
  return shared;
}

/**
 * A messenger that shares further what it knows from an invitation, or changes who takes part, has no
 * other name for a document than its collaboration's.
 *
 * @param {import("../server/app-server.js").AppServer} server
 * @param {{ collaborationID?: string, localIdentifier?: string }} named
 * @returns {Promise<string>}
 */
export const documentIDOf = async (server, { collaborationID: known, localIdentifier = known }) =>
  known && known === localIdentifier ? (await server.collaboration(known)).documentID
    : String(localIdentifier);

/**
 * @template T
 * @param {() => Promise<T>} body
 * @returns {Promise<T>}
 */
async function inWords(body) {
  try {
    return await body();
  } catch (error) {
    throw new ActionFailure(sentenceOf(error));
  }
}
