import { addItem } from "../device/thread.js";
import { judgeInvitation } from "../message/invitation-check.js";
import { UsableIdentities } from "../store/usable-identities.js";
import { firstTold } from "./first-told.js";
import { nextOrder } from "./invitations.js";
import { keyOf, names } from "./sharing-names.js";

/**
 * An invitation that passed every check of protocol 6.3, as this device keeps it. The seed is not
 * among it: this device's key was derived at once and is kept, not exportable, with its place in
 * the tree (`../store/usable-identities.js`).
 *
 * @typedef {object} ReceivedInvitation
 * @property {import("./sharing.js").CollaborationKey} collaboration
 * @property {number} order grows with every invitation kept: the newest is tried first (8.3)
 * @property {string} messageID
 * @property {string} link
 * @property {string} title
 * @property {string} optionsSummary
 * @property {string} inviter
 * @property {string} conversationID
 * @property {number} receivedAt
 * @property {string} root
 * @property {import("../message/statement-chain.js").StatementReference} statement
 * @property {boolean} canProve false where this device is not among those the root was made for
 * @property {boolean} [isRevoked] a membership update took the root away
 */

/**
 * @typedef {import("./collaboration-inbox.js").ContentArrival} ContentArrival
 * @typedef {import("../message/content/invitation.js").Invitation} Invitation
 * @typedef {import("./sharing-names.js").StagedRecords} StagedRecords
 */

/**
 * What becomes of an invitation that arrives (protocol 6.3).
 *
 * @param {StagedRecords} records
 * @param {Invitation} invitation
 * @param {ContentArrival} arrival
 * @param {import("./collaboration-inbox.js").Situation} situation
 * @returns {Promise<import("./collaboration-inbox.js").Judgement>}
 */
export async function invitationCame(records, invitation, arrival, situation) {
  const { myChain, isRefreshed, myAccount, internal, loaded } = situation;
  const baseKey = await internal.baseKey();
  const judged = await judgeInvitation(invitation, {
    senderIsMember: true, isFromRemovedDevice: arrival.isFromRemovedDevice, myChain,
    myBaseKeys: [baseKey.publicKey], isRefreshed,
  });
  if (judged.verdict === "refresh_needed") return { need: "own_chain" };
  const refusal = judged.verdict === "usable"
    ? await keep(records, invitation, arrival, judged, baseKey) : judged.refusal;
  if (refusal) warn(records, invitation, arrival, refusal);
  else if (arrival.sender === myAccount) {
    await loaded.takeOver(records, invitation, arrival.conversationID);
  }
  await show(records, invitation, arrival, refusal, myAccount);
  if (judged.verdict === "plain_link" && judged.alarm) {
    const alarm = loaded.alarmOf(judged.alarm, arrival.sender);
    await loaded.raise(records, alarm, arrival.receivedAt);
  }
  return {};
}

/**
 * Everything is derived now, and the seed goes with this call (protocol 4.8).
 *
 * @param {StagedRecords} records
 * @param {Invitation} invitation
 * @param {ContentArrival} arrival
 * @param {{ identity: import("../message/prepared-identity.js").PreparedIdentity,
 *   leaf?: import("../message/prepared-identity.js").PreparedLeaf }} usable
 * @param {import("../identity/base-key.js").BaseKey} baseKey this device's
 * @returns {Promise<"contradicts_earlier" | undefined>}
 */
async function keep(records, invitation, arrival, { identity, leaf }, baseKey) {
  const collaboration = keyOf(invitation);
  const order = await nextOrder(records, collaboration);
  const { identityMap, epoch } = invitation;
  const told = { inviter: arrival.sender, identityMap, epoch, order };
  const isFirst = !(await records.get(names.membership(collaboration, arrival.sender)));
  // Loaded before, in `prepare`, where it was not the first then either.
  const membership = isFirst ? firstTold(collaboration, told)
    : await (await import("./known-membership.js")).merged(records, collaboration, told);
  if (!membership || membership.removedRoots.has(identity.root)) return "contradicts_earlier";
  if (leaf) await new UsableIdentities(records).add(collaboration, identity, leaf, baseKey);
  /** @type {ReceivedInvitation} */
  const received = {
    collaboration, order, messageID: arrival.messageID, link: invitation.link,
    title: invitation.title, optionsSummary: invitation.optionsSummary, inviter: arrival.sender,
    conversationID: arrival.conversationID, receivedAt: arrival.receivedAt, root: identity.root,
    statement: identity.statement.reference, canProve: leaf !== undefined,
  };
  records.put(names.invitation(collaboration, identity.root), received);
  records.put(names.membership(collaboration, arrival.sender), membership);
}

/**
 * @param {StagedRecords} records
 * @param {Invitation} invitation
 * @param {ContentArrival} arrival
 * @param {string} reason
 */
function warn(records, { link, title }, arrival, reason) {
  const { messageID, sender, conversationID, receivedAt } = arrival;
  const warned = { messageID, link, title, sender, conversationID, reason, receivedAt };
  records.put(names.plainLink(conversationID, messageID), warned);
}

/**
 * The line in the conversation.
 *
 * @param {StagedRecords} records
 * @param {Invitation} invitation
 * @param {ContentArrival} arrival
 * @param {string | undefined} warning
 * @param {string} me
 */
async function show(records, invitation, { isFromRemovedDevice, ...arrival }, warning, me) {
  const { link, title, optionsSummary } = invitation;
  const kind = /** @type {const} */ ("link");
  const content = warning ? { kind, link, title, optionsSummary: "", warning }
    : { kind, link, title, optionsSummary, ...keyOf(invitation) };
  await addItem(records, {
    ...arrival, content, ...(isFromRemovedDevice && { isFromRemovedDevice }),
    ...(arrival.sender === me && { delivery: { state: /** @type {const} */ ("sent") } }),
  }, me);
}
