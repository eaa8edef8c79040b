import { compareIdentifiers } from "../encoding/identifiers.js";
import { all } from "./sharing-names.js";

/** @typedef {import("./shared-collaboration.js").SharedCollaboration} SharedCollaboration */

/**
 * @param {import("./sharing-names.js").Reader} records
 * @param {string} [conversationID]
 * @returns {Promise<SharedCollaboration[]>}
 */
export const sharedIn = (records, conversationID) =>
  all(records, conversationID ? `sharing/shared/${conversationID}/` : "sharing/shared/");

/** @param {SharedCollaboration} shared @returns {string[]} */
export const accountsOf = ({ participants }) =>
  [...new Set(participants.map(({ account }) => account))].sort(compareIdentifiers);
