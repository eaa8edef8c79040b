import { PublicKey } from "../crypto/public-key.js";
import { SigningKey } from "../crypto/signing-key.js";
import { InclusionProof } from "../identity/inclusion-proof.js";
import { names } from "../rules/model/record-names.js";

/**
 * @typedef {import("../identity/signed-identity-proof.js").ProvableIdentity} ProvableIdentity
 * @typedef {import("../rules/invitations/usable-identity.js").StoredIdentity} StoredIdentity
 */

/**
 * Derives this device's key for an invitation that was judged usable.
 *
 * @param {import("../message/prepared-identity.js").PreparedIdentity} identity
 * @param {import("../message/prepared-identity.js").PreparedLeaf} leaf
 * @param {import("../identity/base-key.js").BaseKey} baseKey
 * @returns {Promise<StoredIdentity>} to be kept; the seed is not among it (protocol 4.8)
 */
export async function usableIdentity(identity, leaf, baseKey) {
  const key = await identity.signingKey(baseKey);
  const { index, hashes } = leaf.inclusion;
  return { root: identity.root, key: key.cryptoKey, publicKey: key.publicKey.bytes, index, hashes };
}

/**
 * @param {{ get: (name: string) => Promise<unknown> }} store
 * @param {{ audience: string, collaborationID: string }} place
 * @returns {Promise<ProvableIdentity[]>} the newest first; the next is for after `not_verified` only
 *   (protocol 8.3)
 */
export async function usableIdentities(store, { audience, collaborationID }) {
  const name = names.identities({ audience, collaborationID });
  const known = /** @type {StoredIdentity[]} */ ((await store.get(name)) ?? []);
  return known.map(({ root, key, publicKey, index, hashes }) => ({
    audience, collaborationID, root, key: new SigningKey(key, new PublicKey(publicKey)),
    inclusion: new InclusionProof(index, hashes),
  }));
}
