import { menuButton } from "../../ui/menu.js";
import { chooseFile, sendFile } from "../dialogs/send-file.js";
import { chooseDocument, offerDocument, stageTransfer } from "../dialogs/share-document.js";

/** @typedef {import("./thread-view.js").ThreadView} ThreadView */

/**
 * @param {ThreadView} view
 * @param {HTMLButtonElement} more what the first press needs, and then opens
 */
export function openMenu(view, more) {
  menuButton(more, () => [
    { label: "Send a file…", icon: "document", run: () => void chooseFile(view) },
    { label: "Share a document…", icon: "link", run: () => void chooseDocument(view) },
  ]);
  more.click();
}

/**
 * @param {ThreadView} view
 * @param {File | undefined} file
 * @param {Record<string, string>} parts of the transfer, by type
 */
export function take(view, file, parts) {
  if (file) sendFile(view, file);
  else void stageTransfer(view, parts);
}

/**
 * @param {ThreadView} view
 * @param {string} link if it is a document this person shared, they may mean the document
 */
export async function offerFor(view, link) {
  const { sharing, messenger } = view.app;
  const found = await sharing.highlightForLink(link).catch(() => undefined);
  if (found?.sender !== messenger.me.accountID || found.conversationID === view.id) return;
  offerDocument(view, found, link);
}
