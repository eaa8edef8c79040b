import { ByteWriter, decodeBase64URL } from "../encoding/encoding.js";
import { domain } from "../crypto/hash.js";

/**
 * What a proof signs (protocol 8.2). Audience, collaboration, root and key come from the
 * invitation, never from the request.
 *
 * @typedef {object} TranscriptParts
 * @property {string} audience
 * @property {string} collaborationID
 * @property {string} account label, confirmed by the person
 * @property {import("../encoding/identifiers.js").RootHash} root
 * @property {import("../crypto/public-key.js").PublicKey} publicKey
 * @property {Uint8Array} challenge
 */

/**
 * `DS("identity-proof") || vec16(audience) || vec16(collaborationID) || vec16(account) || root ||
 * D' || vec16(challenge)`.
 *
 * @param {TranscriptParts} parts
 * @returns {Uint8Array}
 */
export const proofTranscript = (parts) =>
  new ByteWriter(domain("identity-proof"))
    .text16(parts.audience)
    .text16(parts.collaborationID)
    .text16(parts.account)
    .raw(decodeBase64URL(parts.root))
    .raw(parts.publicKey.bytes)
    .vec16(parts.challenge).bytes;
