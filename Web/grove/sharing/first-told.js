import { membershipOf } from "../message/collaboration-membership.js";
import { keyOf } from "./sharing-names.js";

/**
 * An inviter's record with the first map it told.
 *
 * @param {import("./sharing.js").CollaborationKey} collaboration
 * @param {{ inviter: string, identityMap: import("../message/content/limits.js").IdentityMapEntry[],
 *   epoch: bigint, order: number }} told
 * @returns {import("./known-membership.js").KnownMembership}
 */
export const firstTold = (collaboration, { inviter, identityMap, epoch, order }) => ({
  collaboration: keyOf(collaboration), inviter, order,
  members: membershipOf({ ...keyOf(collaboration), identityMap, epoch }, inviter),
  roots: new Map(identityMap.map(({ account, root }) => [root, account])),
  removedRoots: new Set(), former: new Set(),
});
