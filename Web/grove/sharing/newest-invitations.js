/**
 * What can be opened: the newest invitation to each collaboration.
 *
 * @param {import("./sharing-names.js").Reader} records
 * @param {(one: import("./invitation-inbox.js").ReceivedInvitation) => boolean} [isMeant] those looked at
 * @returns {Promise<import("./invitation-inbox.js").ReceivedInvitation[]>}
 */
export async function newestInvitations(records, isMeant = () => true) {
  const usable = [...(await records.list("sharing/invitation/")).values()]
    .filter((one) => !one.isRevoked && isMeant(one));
  return usable.filter(({ collaboration: { audience, collaborationID }, order }) =>
    !usable.some((other) => other.order > order && other.collaboration.audience === audience &&
      other.collaboration.collaborationID === collaborationID));
}
