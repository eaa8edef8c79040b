import { chooseFiles } from "../../ui/choose-file.js";
import { menuButton } from "../../ui/menu.js";

const aboutFiles = () => import("../dialogs/send-file.js");
const aboutDocuments = () => import("../dialogs/share-document.js");

/** @typedef {import("./thread-view.js").ThreadView} ThreadView */

/**
 * @param {ThreadView} view
 * @param {HTMLButtonElement} more what the first press needs, and then opens
 */
export function openMenu(view, more) {
  menuButton(more, () => [
    { label: "Send files…", icon: "document", run: async () => {
      const files = await chooseFiles();
      if (files.length > 0) (await aboutFiles()).sendFiles(view, files);
    } },
    { label: "Share a document…", icon: "link", run: async () =>
      (await aboutDocuments()).chooseDocument(view) },
  ]);
  more.click();
}

/**
 * @param {ThreadView} view
 * @param {File[]} files
 * @param {Record<string, string>} parts of the transfer, by type
 */
export async function take(view, files, parts) {
  if (files.length > 0) (await aboutFiles()).sendFiles(view, files);
  else await (await aboutDocuments()).stageTransfer(view, parts);
}

/**
 * @param {ThreadView} view
 * @param {string} link if it is a document this person shared, they may mean the document
 */
export async function offerFor(view, link) {
  const { sharing, messenger } = view.app;
  const found = await sharing.highlightForLink(link).catch(() => undefined);
  if (found?.sender !== messenger.me.accountID || found.conversationID === view.id) return;
  (await aboutDocuments()).offerDocument(view, found, link);
}
