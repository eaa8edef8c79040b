/// Why a notice is dropped (protocol 12.4, 12.5, 12.7). The raw values are stable.
public enum NoticeRefusal: String, Error, CaseIterable, Sendable, Codable {
  /// Sent by a device that has since been removed (10.6 (3)).
  case removedDevice = "removed_device"
  /// About another collaboration than the one it was checked for.
  case otherCollaboration = "other_collaboration"
  /// The sender is not, or no longer, a participant.
  case senderNotParticipant = "sender_not_participant"
  /// A mention of somebody else: only the mentioned person may see it.
  case mentionsAnother = "mentions_another"
  /// A kind that is believed only with the server's attestation.
  case attestationRequired = "attestation_required"
}
