/** @typedef {import("../encoding/identifiers.js").AccountID} AccountID */
/** @typedef {import("../encoding/identifiers.js").RootHash} RootHash */

/**
 * Who is in a collaboration as far as this device has been told: the identity map of the invitation
 * and the membership updates since (protocol 6.2, 12.1, 12.3).
 *
 * Messages arrive in any order, so every root remembers the epoch that put it where it is, and the
 * same updates lead to the same members whatever their order. Plain data that IndexedDB stores as
 * it is; never changed in place.
 *
 * @typedef {object} CollaborationMembership
 * @property {string} audience
 * @property {string} collaborationID
 * @property {AccountID} inviter the account that sent the invitation
 * @property {Map<AccountID, { root: RootHash, epoch: bigint }>} members
 * @property {Map<RootHash, bigint>} removed with the epoch of the removal
 */

/**
 * @param {object} invitation or, for the inviter itself, what its invitations said
 * @param {string} invitation.audience
 * @param {string} invitation.collaborationID
 * @param {import("./content/limits.js").IdentityMapEntry[]} invitation.identityMap
 * @param {bigint} invitation.epoch
 * @param {AccountID} inviter the sender of the verified message
 * @returns {CollaborationMembership}
 */
export const membershipOf = ({ audience, collaborationID, identityMap, epoch }, inviter) => ({
  audience, collaborationID, inviter,
  members: new Map(identityMap.map(({ account, root }) => [account, { root, epoch }])),
  removed: new Map(),
});

/**
 * @param {CollaborationMembership} membership
 * @param {AccountID} account
 * @returns {RootHash | undefined}
 */
export const rootOf = ({ members }, account) => members.get(account)?.root;

/**
 * The one account a root stands for: whom a mention goes to (protocol 12.5).
 *
 * @param {CollaborationMembership} membership
 * @param {RootHash} root
 * @returns {AccountID | undefined} nothing for a root nobody has
 */
export function accountOf({ members }, root) {
  const accounts = [...members].filter(([, member]) => member.root === root);
  return accounts.length === 1 ? accounts[0][0] : undefined;
}
