import { ByteWriter } from "../../../Web/grove/encoding/byte-writer.js";
import { equal } from "../../../Web/grove/encoding/bytes.js";
import { domain } from "../../../Web/grove/crypto/hash.js";
import { hmac, sha256 } from "../../../Web/grove/crypto/hash.js";
import { toInteger } from "../../../Web/grove/crypto/integers.js";
import { PublicKey } from "../../../Web/grove/crypto/public-key.js";
import { InclusionProof } from "../../../Web/grove/identity/inclusion-proof.js";
import { proofTranscript } from "../../../Web/grove/identity/proof-transcript.js";
import { decodeProofJSON } from "../../../Web/grove/identity/proof-encoding.js";

/**
 * The server's side of protocol 8.5, rows 1 to 9, to hold this code's proofs against. No page of a
 * messenger verifies proofs, so this stands among the tests.
 *
 * @param {Uint8Array} body JSON
 * @param {any} request what the server knows of it
 * @returns {Promise<string | undefined>} a code, or nothing where the proof is good
 */
export async function refusalOf(body, request) {
  let proof;
  try {
    proof = decodeProofJSON(body);
  } catch {
    return "malformed";
  }
  if (!(await isOurs(proof.challenge, request))) return "challenge_invalid";
  if (!isCurrent(proof.challenge, request.now)) return "challenge_expired";
  let publicKey, inclusion;
  try {
    publicKey = new PublicKey(proof.publicKey);
  } catch {
    return "key_invalid";
  }
  try {
    inclusion = new InclusionProof(proof.publicKeyIndex, proof.inclusionHashes);
  } catch {
    return "proof_malformed";
  }
  if (proof.signature.length !== 64) return "signature_malformed";
  const root = await inclusion.root(publicKey);
  const transcript = proofTranscript({ ...request, root, publicKey, challenge: proof.challenge });
  const isSigned = await publicKey.verify(proof.signature, transcript);
  if (!isSigned || root !== request.root) return "not_verified";
  const epoch = await epochOf(proof.challenge, request.challengeKey);
  return epoch >= request.activationEpoch ? undefined : "challenge_stale";
}

/** In version 2 it is masked, in version 1 it is in clear (protocol 7.2). */
async function epochOf(challenge, key) {
  const written = toInteger(challenge.slice(12, 20));
  if (challenge[0] === 1) return written;
  const message = new ByteWriter(domain("challenge-epoch"))
    .raw(challenge.slice(0, 12)).raw(challenge.slice(20, 36)).bytes;
  return written ^ toInteger((await hmac(key, message)).slice(0, 8));
}

/** Row 2: protocol 7.2. */
async function isOurs(challenge, { challengeKey, audience, collaborationID, account, session }) {
  if (challenge.length !== 68 || ![1, 2].includes(challenge[0]) || challenge[1] !== 7) return false;
  const ttl = toInteger(challenge.slice(10, 12));
  const context = new ByteWriter(domain("challenge-context"))
    .text16(audience).text16(collaborationID).text16(account).text16(session).bytes;
  const message = new ByteWriter(domain("challenge"))
    .raw(challenge.slice(0, 36)).raw(await sha256(context)).bytes;
  const mac = await hmac(challengeKey, message);
  return ttl >= 1n && ttl <= 300n && equal(mac, challenge.slice(36));
}

/** Row 3. */
function isCurrent(challenge, now) {
  const issuedAt = toInteger(challenge.slice(2, 10));
  const ttl = toInteger(challenge.slice(10, 12));
  return issuedAt <= now + 5000n && now < issuedAt + ttl * 1000n;
}
