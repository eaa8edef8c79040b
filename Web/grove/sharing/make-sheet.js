import { ShareSheet } from "./share-sheet.js";
import { all } from "./sharing-names.js";
import { suggestedConversations } from "./suggested-conversations.js";

/** Share sheets, for apps that ask for one. */
export class SheetMaker {
  #read;

  /** @param {import("./sharing-names.js").Reader} read */
  constructor(read) {
    this.#read = read;
  }

  /** @type {import("./sharing.js").Sharing["shareSheet"]} */
  shareSheet = async (content, app) => makeSheet(this.#read, content, app);
}

/**
 * @param {import("./sharing-names.js").Reader} read
 * @param {import("./sharing.js").SharedContent} content
 * @param {{ origin: string, name: string }} app
 * @returns {Promise<ShareSheet | undefined>} nothing where the content is neither metadata nor file
 */
async function makeSheet(read, content, { origin, name }) {
  if (!content.metadata && !content.file) return undefined;
  const shared = (await all(read, "sharing/shared/"))
    .filter((one) => one.collaboration.audience === origin);
  const candidates = (await all(read, "conversation/")).filter(({ state }) => state === "active")
    .map(({ conversationID, lastActivityAt }) => ({
      conversationID, lastActivity: lastActivityAt,
      collaborations: shared.filter((one) => one.conversationID === conversationID).length,
    }));
  return new ShareSheet(origin, name, content, suggestedConversations(candidates));
}
