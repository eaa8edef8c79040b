import { Members, limitedText } from "../../encoding/json-members.js";

/** How large the members of contents may be, in bytes of UTF-8 or in elements (protocol 18.5). */
export const limits = Object.freeze({
  title: 1024, link: 2048, name: 255, clientID: 64, list: 256, noticeAddresses: 32, endpoint: 512,
  readMarks: 32, ownDocuments: 4, ownDocumentsAlsoIn: 4, ownDocumentsPeople: 64, guestName: 128, putAwayDocuments: 16, putAwayNotices: 64,
  appName: 64, icon: 4096, iconSide: 256, firstLines: 1024, toldLines: 280,
});

/** 25 MiB of file. */
export const maximumAttachment = 25 * 1024 * 1024;

/**
 * @typedef {object} IdentityMapEntry
 * @property {import("../../encoding/identifiers.js").AccountID} account
 * @property {import("../../encoding/identifiers.js").RootHash} root
 */

/**
 * @param {unknown} value parsed JSON
 * @returns {IdentityMapEntry}
 */
export function readMapEntry(value) {
  const members = new Members(value);
  return { account: members.identifier("account", 32), root: members.identifier("root", 32) };
}

/**
 * @param {unknown[]} values
 * @returns {boolean} whether one stands there twice
 */
export const hasRepetition = (values) => new Set(values).size !== values.length;

/** @param {number} maximum @param {string} what */
export const textUpTo = (maximum, what) => (/** @type {unknown} */ value) =>
  limitedText(value, maximum, what);
