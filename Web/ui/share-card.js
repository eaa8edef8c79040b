import { shareCardType } from "./share-card-type.js";

/**
 * A document as it is dragged or copied from an app's page into a messenger's: for drag and drop
 * and the clipboard. It carries no authority: the messenger shows its origin, and asks that app
 * before anything is shared.
 */

/**
 * @typedef {object} ShareCard
 * @property {string} origin the app's
 * @property {string} appName
 * @property {object} metadata `localIdentifier`, `title`, `initiatorHandle`, `defaultShareOptions`,
 *   …
 */

/**
 * @param {DataTransfer} transfer of a dragstart or copy event
 * @param {ShareCard} card
 * @param {string} link what other programs get
 */
export function writeShareCard(transfer, card, link) {
  transfer.setData(shareCardType, JSON.stringify(card));
  transfer.setData("text/uri-list", link);
  transfer.setData("text/plain", link);
}

/**
 * @param {Record<string, string>} parts of a transfer, by type
 * @returns {ShareCard | undefined} nothing where it is none; its metadata is still to be checked
 */
export function readShareCard(parts) {
  try {
    const { origin, appName, metadata } = JSON.parse(parts[shareCardType] ?? "");
    const { protocol, origin: plain, hostname } = new URL(origin);
    if (plain !== origin || (protocol !== "https:" && protocol !== "http:")) return undefined;
    if (typeof metadata !== "object" || metadata === null) return undefined;
    return { origin, appName: typeof appName === "string" && appName ? appName.slice(0, 80)
      : hostname,
      metadata };
  } catch {
    return undefined;
  }
}
