import { withParticipant } from "./shared-collaboration.js";
import { keyOf, names } from "./sharing-names.js";

/**
 * An invitation of one's own account, from another of its devices: this device can manage the
 * collaboration too.
 *
 * @param {import("./sharing-names.js").StagedRecords} records
 * @param {import("../message/content/invitation.js").Invitation} invitation
 * @param {string} conversationID
 */
export async function takeOver(records, invitation, conversationID) {
  const name = names.shared(conversationID, invitation);
  const { link, title, optionsSummary, epoch, collaborationID } = invitation;
  /** @type {import("./shared-collaboration.js").SharedCollaboration} */
  let shared = (await records.get(name)) ?? {
    collaboration: keyOf(invitation), conversationID, link, title, optionsSummary, epoch,
    metadata: { localIdentifier: "", collaborationID, title }, participants: [],
  };
  for (const entry of invitation.identityMap) shared = withParticipant(shared, entry);
  records.put(name, { ...shared, epoch: shared.epoch > epoch ? shared.epoch : epoch });
}
