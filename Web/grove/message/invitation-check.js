import { GroveError } from "../encoding/grove-error.js";
import { originOfLink } from "../encoding/origin.js";
import { judgeSeen } from "./device-list-alarm.js";
import { PreparedIdentity } from "./prepared-identity.js";

/**
 * Why an invitation is shown as a plain link with a warning and never used (protocol 6.3). The
 * codes are stable.
 *
 * - `removed_device`: sent by a device that has since been removed (10.6 (3)).
 * - `sender_not_member`: the sender is not in the conversation.
 * - `audience_mismatch`: the audience is not the link's origin, or the link has none.
 * - `device_list_alarm`: the device list used is not one of this account's: somebody shows a false
 *   one.
 * - `root_mismatch`: the root does not follow from this account's own devices.
 * - `map_mismatch`: the identity map has no entry for this account, or another root.
 * - `no_collaboration_device`: no device of this account takes part in collaborations.
 *
 * @typedef {"removed_device" | "sender_not_member" | "audience_mismatch" | "device_list_alarm"
 *   | "root_mismatch" | "map_mismatch" | "no_collaboration_device"} InvitationRefusal
 */

/**
 * `usable`: the root follows from this account's own devices; without `leaf` this device is not
 * among those it was made for, and simply signs in to the app (6.4). `refresh_needed`: the
 * statement used is newer than the own chain: fetch that, then ask again. `plain_link`: show the
 * link and a warning.
 *
 * @typedef {{ verdict: "usable", identity: PreparedIdentity,
 *     leaf?: import("./prepared-identity.js").PreparedLeaf }
 *   | { verdict: "refresh_needed" }
 *   | { verdict: "plain_link", refusal: InvitationRefusal,
 *     alarm?: import("./device-list-alarm.js").DeviceListAlarm }} InvitationVerdict
 */

/**
 * What the recipient knows when an invitation arrives.
 *
 * @typedef {object} InvitationSituation
 * @property {boolean} senderIsMember of the conversation the message was sent to
 * @property {boolean} isFromRemovedDevice of the verified message
 * @property {import("./statement-chain.js").StatementChain} myChain this account's own, verified
 * @property {import("../crypto/public-key.js").PublicKey[]} myBaseKeys of this device, replaced
 *   ones too
 * @property {boolean} isRefreshed the own chain has been fetched since this invitation arrived
 */

/**
 * The recipient checks the sender: whether an invitation may ever be used for a proof (protocol 6.3
 * (b) to (e)). Step (a) is `OpenedEnvelope.verify`.
 *
 * @param {import("./content/invitation.js").Invitation} invitation
 * @param {InvitationSituation} situation
 * @returns {Promise<InvitationVerdict>}
 */
export async function judgeInvitation(invitation, situation) {
  const { myChain, isRefreshed } = situation;
  if (situation.isFromRemovedDevice) return plainLink("removed_device");
  if (!situation.senderIsMember) return plainLink("sender_not_member");
  if (!isLinkOf(invitation.audience, invitation.link)) return plainLink("audience_mismatch");
  const seen = invitation.identity.statement;
  const judged = judgeSeen(myChain, seen);
  if (judged.verdict === "fork") return plainLink("device_list_alarm", judged.alarm);
  if (judged.verdict === "known") return recompute(invitation, situation);
  if (!isRefreshed) return { verdict: "refresh_needed" };
  return plainLink("device_list_alarm", {
    reason: "unknown_statement", accountID: myChain.accountID, known: myChain.newest.reference,
    knownRecord: myChain.newestRecord, other: seen,
  });
}

/**
 * (e): every leaf is one of my listed devices or derived padding, or the root differs.
 *
 * @param {import("./content/invitation.js").Invitation} invitation
 * @param {InvitationSituation} situation
 * @returns {Promise<InvitationVerdict>}
 */
async function recompute(invitation, { myChain, myBaseKeys }) {
  const statement = myChain.find(invitation.identity.statement);
  if (!statement) return { verdict: "refresh_needed" };
  const identity = await derived(invitation, statement);
  if (!identity) return plainLink("no_collaboration_device");
  if (identity.root !== invitation.identity.root) return plainLink("root_mismatch");
  const mine = invitation.identityMap.filter(({ account }) => account === myChain.accountID);
  if (mine.length !== 1 || mine[0].root !== identity.root) return plainLink("map_mismatch");
  for (const baseKey of myBaseKeys) {
    const leaf = await identity.leaf(baseKey);
    if (leaf) return { verdict: "usable", identity, leaf };
  }
  return { verdict: "usable", identity };
}

/**
 * @param {import("./content/invitation.js").Invitation} invitation
 * @param {import("./account-statement.js").AccountStatement} statement
 */
async function derived(invitation, statement) {
  try {
    return await PreparedIdentity.derive(invitation, statement, invitation.identity.seed);
  } catch (error) {
    if (error instanceof GroveError) return undefined;
    throw error;
  }
}

/**
 * @param {string} audience
 * @param {string} link
 */
function isLinkOf(audience, link) {
  try {
    return originOfLink(link) === audience;
  } catch {
    return false;
  }
}

/**
 * @param {InvitationRefusal} refusal
 * @param {import("./device-list-alarm.js").DeviceListAlarm} [alarm]
 * @returns {InvitationVerdict}
 */
const plainLink = (refusal, alarm) => ({ verdict: "plain_link", refusal, alarm });
