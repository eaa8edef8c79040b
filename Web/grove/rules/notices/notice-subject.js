/**
 * Who came or went, as a notice about that says it.
 *
 * @param {import("../membership/known-membership.js").KnownParticipants} participants
 * @param {{ kind?: string, root?: string }} notice
 * @param {string} [name] what the app calls somebody whom no identity map knows
 * @returns {import("../../message/notice-banner.js").NoticeSubject | undefined} nothing of other notices
 */
export function subjectOf(participants, { kind, root }, name) {
  if ((kind !== "addedCollaborator" && kind !== "removedCollaborator") || root === undefined) return undefined;
  const account = participants.holderOf(root);
  return { root, ...(account !== undefined ? { account } : name !== undefined && { name }) };
}
