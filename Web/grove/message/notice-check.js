import { accepted, refused } from "../encoding/encoding.js";
import { rootOf } from "./collaboration-membership.js";
import { attestationSignedBytes } from "./content/notice.js";

/** @typedef {import("./content/notice.js").Notice} Notice */
/** @typedef {import("./collaboration-membership.js").CollaborationMembership} Membership */

/**
 * Who vouches for a notice (protocol 12.4). `claimed` (level A): the sender's device signed it;
 * shown as "Charlie's app says". `attested` (level B): the server signed that the sender did it;
 * shown as fact.
 *
 * @typedef {"claimed" | "attested"} NoticeAuthenticity
 */

/**
 * Why a notice is dropped (protocol 12.4, 12.5, 12.7). The codes are stable.
 *
 * @typedef {"removed_device" | "other_collaboration" | "sender_not_participant"
 *   | "mentions_another" | "attestation_required"} NoticeRefusal
 */

/**
 * Kinds that can frighten somebody away from a document: believed with an attestation only (12.4).
 */
export const attestedKinds = Object.freeze(["deleted", "removedCollaborator"]);

/**
 * @typedef {object} NoticeSituation
 * @property {Membership} membership
 * @property {Set<string>} myRoots this person's own, replaced ones included
 * @property {Map<string, import("../crypto/public-key.js").PublicKey>} publishedKeys of the
 *   audience
 */

/**
 * Whether a received notice may be shown, and as whose word.
 *
 * @param {Notice} notice
 * @param {{ account: string, isFromRemovedDevice: boolean }} sender of the verified message
 * @param {NoticeSituation} situation
 * @returns {Promise<import("../encoding/check-result.js").Answer<NoticeAuthenticity, NoticeRefusal>>}
 */
export async function judgeNotice(notice, { account, isFromRemovedDevice }, situation) {
  const { membership, myRoots } = situation;
  if (isFromRemovedDevice) return refused("removed_device");
  if (!isAbout(notice, membership)) return refused("other_collaboration");
  if (rootOf(membership, account) === undefined) return refused("sender_not_participant");
  if (notice.kind === "mention" && !(notice.root && myRoots.has(notice.root))) {
    return refused("mentions_another");
  }
  if (await isAttested(notice, account, situation)) return accepted("attested");
  const isRequired = notice.kind !== undefined && attestedKinds.includes(notice.kind);
  return isRequired ? refused("attestation_required") : accepted("claimed");
}

/**
 * Fact iff the signature verifies and the sender's root is the actor: a participant cannot pass
 * somebody else's attested deed off as its own. An attestation that does not hold is no worse than
 * none.
 *
 * @param {Notice} notice
 * @param {string} account
 * @param {NoticeSituation} situation
 */
async function isAttested(notice, account, { membership, publishedKeys }) {
  const { attestation, kind } = notice;
  const key = attestation && publishedKeys.get(attestation.keyID);
  if (!key || !kind || rootOf(membership, account) !== attestation.root) return false;
  const signed = attestationSignedBytes({ ...notice, kind }, attestation.root);
  return key.verify(attestation.signature, signed);
}

/**
 * @param {Notice} notice
 * @param {Membership} membership
 */
const isAbout = (notice, { audience, collaborationID }) =>
  notice.audience === audience && notice.collaborationID === collaborationID;
