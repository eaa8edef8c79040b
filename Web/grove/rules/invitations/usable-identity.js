import { names } from "../model/record-names.js";

/**
 * What is left of a usable invitation once this device's key has been derived: the key, which
 * cannot be exported, and its place in the tree. The seed is gone (protocol 4.8).
 *
 * @typedef {object} StoredIdentity
 * @property {string} root
 * @property {CryptoKey} key
 * @property {Uint8Array} publicKey
 * @property {number} index
 * @property {Uint8Array[]} hashes
 */

/**
 * @param {import("../model/records.js").Records} records
 * @param {import("../model/sharing-types.js").CollaborationKey} collaboration
 * @param {StoredIdentity} identity the newest
 */
export function keepIdentity(records, collaboration, identity) {
  const name = names.identities(collaboration);
  const others = (records.get(name) ?? []).filter(({ root }) => root !== identity.root);
  records.put(name, [identity, ...others]);
}
