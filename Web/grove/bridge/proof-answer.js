import { isEntryCandidate } from "../identity/entry-labels.js";

/** @typedef {import("../sharing/sharing.js").Sharing} Sharing */

/** Milliseconds: a proof does not wait for an address longer. */
const patience = 3000;

/**
 * In place of a proof, where the person has pressed a button that says so. Nothing else tells either to an app that they have
 * not let in here (protocol 13.3).
 *
 * @typedef {object} ToldByClick
 * @property {"signs_in" | "no_invitation"} code `signs_in`: they shared the document themselves, and sign in there with the
 *   account they did it with; `no_invitation`: they were invited, and it is over
 * @property {import("../rules/invitations/document-state.js").Ending} [ending] of the latter
 */

/**
 * Where the app's server may tell this person what happens; nothing where they do not want it or the
 * relay is away.
 *
 * @param {Sharing} sharing
 * @param {import("../rules/model/sharing-types.js").CollaborationKey} collaboration
 * @param {string} pushKey
 */
const handedAddress = (sharing, collaboration, pushKey) => Promise.race([
  sharing.noticeAddress(collaboration, pushKey).catch(() => undefined),
  new Promise((resolve) => setTimeout(resolve, patience)),
]);

/**
 * Why an invitation opens nothing any more: as this person was told by the app's own server, so that the app may hear it from
 * whoever was invited, or that whoever had invited them took it back.
 *
 * @param {Sharing} sharing
 * @param {{ origin: string, collaborationID: string }} asked
 * @param {string} refusal
 * @returns {Promise<import("../rules/invitations/document-state.js").Ending | undefined>}
 */
export async function toldEnding(sharing, { origin, collaborationID }, refusal) {
  if (refusal !== "no_invitation") return undefined;
  return (await sharing.documentStates([{ audience: origin, collaborationID }]))[0].ending;
}

/**
 * All that an app is told with a proof, whichever way it goes back.
 *
 * @param {Sharing} sharing
 * @param {import("../rules/model/sharing-types.js").MadeProof} made
 * @param {{ origin: string, collaborationID: string, account: string, pushKey?: string }} asked
 * @param {{ photo?: () => Promise<string | undefined>, name?: () => string }} person what their window knows of them
 */
export async function proofAnswer(sharing, { json: proof, root, born }, { origin, collaborationID, account, pushKey },
  { photo, name }) {
  const known = isEntryCandidate(account) ? { name: name?.() } : {};
  const asking = pushKey && handedAddress(sharing, { audience: origin, collaborationID }, pushKey);
  const [picture, notices] = await Promise.all([photo?.(), asking]);
  return { proof, root, photo: picture, notices, born, ...known };
}
