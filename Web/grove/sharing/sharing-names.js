/**
 * What the sharing side's records are called. Values are plain data, maps and sets included.
 *
 * @typedef {import("./sharing.js").CollaborationKey} CollaborationKey
 * @typedef {import("../device/staged-records.js").StagedRecords} StagedRecords
 * @typedef {{ get: (name: string) => Promise<any>,
 *   list: (prefix: string) => Promise<Map<string, any>> }} Reader
 */

/**
 * One collaboration in a name: an origin has no newline and JSON escapes them, so no pair is the
 * beginning of another.
 *
 * @param {CollaborationKey} collaboration
 */
export const place = ({ audience, collaborationID }) =>
  `${audience}\n${JSON.stringify(collaborationID)}\n`;

const text = (/** @type {string} */ kind) =>
  (/** @type {string} */ key) => `sharing/${kind}/${key}`;
const placed = (/** @type {string} */ kind) =>
  (/** @type {CollaborationKey} */ collaboration, rest = "") =>
    `sharing/${kind}/${place(collaboration)}${rest}`;

export const names = Object.freeze({
  draft: text("draft"),
  job: text("job"),
  /** Envelopes of a message that may have left. */
  held: text("held"),
  invitation: placed("invitation"),
  plainLink: (/** @type {string} */ conversation, /** @type {string} */ message) =>
    `sharing/plain-link/${conversation}/${message}`,
  membership: placed("membership"),
  shared: (/** @type {string} */ conversation, /** @type {CollaborationKey} */ collaboration) =>
    `sharing/shared/${conversation}/${place(collaboration)}`,
  confirmed: text("confirmed-account"),
  rawProofs: text("raw-proofs"),
  publishedKeys: text("published-keys"),
  ledger: placed("notice-ledger"),
  counter: placed("notice-counter"),
  offer: text("membership-offer"),
  dismissed: text("dismissed-offer"),
  changedDevices: text("changed-devices"),
  pending: (/** @type {string} */ device, /** @type {string} */ message) =>
    `sharing/pending/${device}/${message}`,
});

/**
 * @param {Reader} records
 * @param {string} prefix
 * @returns {Promise<any[]>} values in the order of their names
 */
export const all = async (records, prefix) => [...(await records.list(prefix)).values()];

/** @param {CollaborationKey} one @param {CollaborationKey} other */
export const isSame = (one, other) =>
  one.audience === other.audience && one.collaborationID === other.collaborationID;

/** @param {CollaborationKey} value @returns {CollaborationKey} nothing else of it */
export const keyOf = ({ audience, collaborationID }) => ({ audience, collaborationID });
