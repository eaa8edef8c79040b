import { identifier, malformed } from "../../encoding/encoding.js";
import { parseCollaborationID } from "../../encoding/labels.js";
import { parseOrigin } from "../../encoding/origin.js";
import { hasRepetition, limits, readMapEntry } from "./limits.js";

/**
 * Who joined and who left a collaboration (content type 3, protocol 12.1). Believed only from the
 * account that sent the invitation (12.3).
 *
 * @typedef {object} MembershipUpdate
 * @property {string} audience
 * @property {string} collaborationID
 * @property {bigint} epoch of the collaboration after the change
 * @property {import("./limits.js").IdentityMapEntry[]} added an account with a replaced identity is
 *   here, its old root in `removed`
 * @property {import("../../encoding/identifiers.js").RootHash[]} removed
 * @property {"deleted" | "stopped"} [ended] why the removed ones have lost it: it is over for everybody (12.3.1)
 * @property {string} [title] what its document is called now, for whom its server does not tell (12.3.1)
 */

/**
 * @param {import("../../encoding/json-members.js").Members} members
 * @returns {MembershipUpdate}
 */
export function readMembershipUpdate(members) {
  const update = {
    audience: parseOrigin(members.value("audience")),
    collaborationID: parseCollaborationID(members.value("collaborationID")),
    epoch: members.decimal("epoch"),
    added: members.array("added", readMapEntry, limits.list),
    removed: members.array("removed", (root) => identifier(root, 32, "removed"), limits.list),
    ...(members.has("ended") && { ended: readEnded(members.value("ended")) }),
    ...(members.has("title") && { title: members.text("title", limits.title) }),
  };
  const roots = [...update.added.map(({ root }) => root), ...update.removed];
  if (hasRepetition(roots) || hasRepetition(update.added.map(({ account }) => account))) {
    throw malformed("added");
  }
  return update;
}

/** @param {MembershipUpdate} update */
export const writeMembershipUpdate = (update) => ({ ...update, epoch: String(update.epoch) });

/** @param {unknown} value @returns {"deleted" | "stopped"} */
function readEnded(value) {
  if (value !== "deleted" && value !== "stopped") throw malformed("ended");
  return value;
}
