/// Why an invitation is shown as a plain link with a warning and never used (protocol 6.3). The raw
/// values are stable.
public enum InvitationRefusal: String, Error, CaseIterable, Sendable, Codable {
  /// Sent by a device that has since been removed (10.6 (3)).
  case removedDevice = "removed_device"
  /// The sender is not in the conversation.
  case senderNotMember = "sender_not_member"
  /// The audience is not the link's origin, or the link has none.
  case audienceMismatch = "audience_mismatch"
  /// The device list used is not one of this account's: somebody shows a false one.
  case deviceListAlarm = "device_list_alarm"
  /// The root does not follow from this account's own devices: a key was added or left out.
  case rootMismatch = "root_mismatch"
  /// The identity map has no entry for this account, or another root.
  case mapMismatch = "map_mismatch"
  /// No device of this account takes part in collaborations.
  case noCollaborationDevice = "no_collaboration_device"
}
