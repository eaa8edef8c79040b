import { utf8 } from "../../encoding/bytes.js";
import { decodeProofRequest, maximumChallengeBytes } from "../../identity/proof-request-data.js";
import { isEntryCandidate } from "../../identity/entry-labels.js";
import { titleOf } from "../invitations/document-state.js";
import { usableInvitations } from "../invitations/received-invitation.js";
import { names } from "../model/record-names.js";
import { decideEntering, entranceAmong } from "./proof-births.js";

/**
 * @typedef {import("../model/sharing-types.js").ProofRequest} ProofRequest
 * @typedef {import("../model/sharing-types.js").AccountQuestion} AccountQuestion
 * @typedef {import("../invitations/received-invitation.js").ReceivedInvitation} ReceivedInvitation
 *
 * What is signed: profile 1, or data as it is, profile 2.
 * @typedef {{ account: string, challenge: Uint8Array } | { raw: Uint8Array }} Signing
 */

/**
 * Whether this device signs an identity proof, and with what (protocol 8.3, 8.8). Audience and
 * collaboration come from the invitation found, never from who asks.
 *
 * @param {import("../model/records.js").Reader} records
 * @param {ProofRequest} request
 * @returns {{ sign: ReceivedInvitation, signing: Signing, entering?: import("./proof-births.js").Entering } | { confirm: AccountQuestion }
 *   | { refuse: import("../model/sharing-types.js").ProofRefusal }}
 */
export function decideProof(records, { origin, collaborationID, data, refused = [], entered = [] }) {
  const place = { audience: origin, collaborationID };
  const invitations = usableInvitations(records, place);
  if (invitations.length === 0) return { refuse: "no_invitation" };
  const signing = signingOf(records, data, origin);
  if (!signing) return { refuse: "raw_proofs_off" };
  const candidates = invitations.filter(({ root }) => !refused.includes(root));
  if (candidates.length === 0) return { refuse: "no_invitation" };
  const isNew = "account" in signing && isEntryCandidate(signing.account);
  const provable = candidates.filter(({ canProve }) => canProve);
  const chosen = (isNew && entranceAmong(records, provable, place, entered)) || provable[0];
  if (!chosen) return { refuse: "device_not_in_identity" };
  if ("raw" in signing) return { sign: chosen, signing };
  const previous = records.get(names.confirmed(origin))?.account;
  const entering = isNew ? decideEntering(records, chosen, entered) : undefined;
  const account = entering?.account || signing.account;
  if (previous === account) return { sign: chosen, signing, entering };
  const title = titleOf(records, place) ?? candidates[0].title;
  return { confirm: { audience: origin, account, previous, title, ...(isNew && { isNew }) } };
}

/**
 * What looks like a structure of this protocol is never signed as raw data, whatever the settings
 * say: a signature over it could pass for something else.
 *
 * @param {import("../model/records.js").Reader} records
 * @param {Uint8Array} data
 * @param {string} audience
 * @returns {Signing | undefined}
 */
function signingOf(records, data, audience) {
  try {
    return decodeProofRequest(data);
  } catch {
    // Anything but exactly that form is raw data.
  }
  const beginning = utf8("collab/1 ");
  const isStructure = beginning.every((byte, index) => data[index] === byte);
  if (isStructure || data.length > maximumChallengeBytes) return undefined;
  return records.get(names.rawProofs(audience)) ? { raw: data } : undefined;
}
