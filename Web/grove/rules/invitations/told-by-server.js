import { names } from "../model/record-names.js";
import { all } from "../model/records.js";

/**
 * Whether an app's server tells this device what happens (protocol 12.8). What follows is `notice-address-rules.js`.
 *
 * @typedef {import("../model/records.js").Reader} Reader
 * @typedef {import("../model/sharing-types.js").CollaborationKey} CollaborationKey
 * @typedef {import("../notices/notice-address-rules.js").NoticeAddress} NoticeAddress
 */

/** What earlier versions kept cannot be told to other devices, and counts as not there. */
const known = (/** @type {NoticeAddress} */ { sealedKeys }) => sealedKeys !== undefined;

/** @param {Reader} records @param {CollaborationKey} [collaboration] */
export const addressesIn = (records, collaboration) =>
  all(records, names.noticeAddress(collaboration)).filter(known);

/** @param {Reader} records @param {string} audience */
export const noticesAreWanted = (records, audience) =>
  records.get(names.noticeChoice(audience))?.isWanted ?? true;

/**
 * Whether this device hears from its app's server what happens to a document, and when this person has it before them on
 * whichever of their devices (protocol 12.8.1): then nothing that is only likely stands for it.
 *
 * @param {Reader} records
 * @param {CollaborationKey} collaboration
 */
export const isHeard = (records, collaboration) =>
  noticesAreWanted(records, collaboration.audience) && addressesIn(records, collaboration).length > 0;

/**
 * Whether this device hears who comes to a document and who goes, and has from the beginning: what it was told is all
 * there is.
 *
 * @param {Reader} records
 * @param {CollaborationKey} collaboration
 */
export const isToldByServer = (records, collaboration) =>
  noticesAreWanted(records, collaboration.audience) && addressesIn(records, collaboration).some(({ isLater }) => !isLater);
