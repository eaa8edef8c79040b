import { ask } from "../../ui/dialog.js";
import { offeredTerms } from "../../recipes/sharing/file-shares.js";
import { shareWindow } from "../../recipes/sharing/share-window.js";
import { shownAccount } from "../../recipes/views/sentences.js";
import { fileCard, isRead, largestCopy } from "./file-card.js";

/** @typedef {import("../model/entries.js").Entry} Entry */
/** @typedef {import("../views/entry-dialogs.js").Work} Work */

/**
 * Shares a file or folder into a conversation. In a click.
 *
 * @param {Work} work
 * @param {Entry} entry of one's own
 */
export function shareEntry(work, entry) {
  const { app } = work;
  void shareWindow({
    app: { server: app.account, config: app.config }, content: () => contentOf(app, entry),
    collaborationID: () => app.shares.at(entry.path)?.collaborationID,
    advise: (advice) => void (advice && ask({ title: "The messenger is not open", text: advice.text, yes: advice.action })
      .then((isWanted) => isWanted && advice.run())),
    shared: () => work.refresh(entry.path),
  }).share();
}

/** @param {import("../app.js").App} app @param {Entry} entry */
async function contentOf(app, entry) {
  const known = app.shares.at(entry.path);
  const bytes = isRead(entry) ? await app.files.read(entry.path).then((response) => response.blob()).catch(() => undefined)
    : undefined;
  const metadata = {
    localIdentifier: entry.path, title: entry.name, collaborationID: known?.collaborationID,
    initiatorHandle: shownAccount(app.me), initiatorName: app.me.displayName, defaultShareOptions: offeredTerms(known),
    card: await fileCard(entry, bytes),
  };
  return { metadata, appName: "Files", ...(bytes && entry.size <= largestCopy && { file: new File([bytes], entry.name, { type: bytes.type }) }) };
}
