import { signIdentityProof } from "./signed-identity-proof.js";

/**
 * Makes a proof. That the requester's origin is the audience, and that the person has confirmed the
 * account label, are the caller's to see to, before (protocol 8.3).
 *
 * @param {import("../store/usable-identities.js").UsableIdentity} identity
 * @param {import("./proof-request-data.js").ProofRequest} request
 * @returns {Promise<import("./signed-identity-proof.js").SignedIdentityProof>}
 */
export const prove = ({ audience, collaborationID, root, key, inclusion }, request) =>
  signIdentityProof({ audience, collaborationID, root, ...request }, key, inclusion);
