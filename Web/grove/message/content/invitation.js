import { encodeBase64URL, malformed, Members } from "../../encoding/encoding.js";
import { parseCollaborationID } from "../../encoding/labels.js";
import { parseOrigin } from "../../encoding/origin.js";
import { IdentitySeed } from "../../identity/identity-seed.js";
import { treeDepth } from "../../identity/inclusion-proof.js";
import { readCard } from "./document-card.js";
import { hasRepetition, limits, readMapEntry } from "./limits.js";

/**
 * The recipient's own identity inside an invitation (protocol 5.5, 6.1). The seed is for no app and
 * no server, and is forgotten as soon as the keys have been derived (4.4.1, 4.8).
 *
 * @typedef {object} InvitedIdentity
 * @property {IdentitySeed} seed
 * @property {import("../../encoding/identifiers.js").RootHash} root
 * @property {import("../statement-chain.js").StatementReference} statement whose devices have
 *   leaves
 */

/**
 * A share as one participant gets it (content type 2, protocol 6.1). Read from a message it is a
 * claim: `judgeInvitation` says whether it may be used.
 *
 * @typedef {object} Invitation
 * @property {string} link where the document is; it carries no authority
 * @property {string} audience the origin of the link
 * @property {string} collaborationID
 * @property {string} title
 * @property {string} optionsSummary for instance "Everyone can edit"
 * @property {InvitedIdentity} identity
 * @property {import("./limits.js").IdentityMapEntry[]} identityMap every participant, roots only
 *   (6.2)
 * @property {bigint} epoch of the collaboration after the roots were added
 * @property {import("./document-card.js").DocumentCard} [card] how it is shown; checked by nobody (6.6)
 */

/**
 * @param {Members} members
 * @returns {Invitation}
 */
export function readInvitation(members) {
  const invitation = {
    link: members.text("link", limits.link),
    audience: parseOrigin(members.value("audience")),
    collaborationID: parseCollaborationID(members.value("collaborationID")),
    title: members.text("title", limits.title),
    optionsSummary: members.text("optionsSummary", limits.title),
    identity: readIdentity(members.value("identity")),
    identityMap: members.array("identityMap", readMapEntry, limits.list),
    epoch: members.decimal("epoch"),
    ...(members.has("card") && { card: readCard(members.value("card")) }),
  };
  const { identityMap } = invitation;
  const isAmbiguous =
    hasRepetition(identityMap.map(({ account }) => account)) ||
    hasRepetition(identityMap.map(({ root }) => root));
  if (isAmbiguous) throw malformed("identityMap");
  return invitation;
}

/** @param {Invitation} invitation */
export const writeInvitation = ({ identity, epoch, ...invitation }) => ({
  ...invitation,
  epoch: String(epoch),
  identity: {
    seed: encodeBase64URL(identity.seed.exportBytes()),
    depth: treeDepth,
    root: identity.root,
    statement: writeReference(identity.statement),
  },
});

/** @param {unknown} value */
function readIdentity(value) {
  const members = new Members(value);
  if (members.integer("depth") !== treeDepth) throw malformed("identity depth");
  return {
    seed: new IdentitySeed(members.bytes("seed")),
    root: members.identifier("root", 32),
    statement: readReference(members.value("statement")),
  };
}

/**
 * @param {unknown} value parsed JSON
 * @returns {import("../statement-chain.js").StatementReference}
 */
export function readReference(value) {
  const members = new Members(value);
  return { seq: members.decimal("seq"), hash: members.identifier("hash", 32) };
}

/** @param {import("../statement-chain.js").StatementReference} reference */
export const writeReference = ({ seq, hash }) => ({ seq: String(seq), hash });
