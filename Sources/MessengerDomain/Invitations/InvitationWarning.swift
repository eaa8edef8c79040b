public import GroveMessage

/// Why an invitation became a plain link. The raw values are stable.
public enum InvitationWarning: Hashable, Sendable, Codable {
  case refused(InvitationRefusal)
  /// It gives a root of somebody else to another account (protocol 6.2).
  case contradictsEarlier

  /// Stable.
  public var code: String {
    switch self {
    case .refused(let refusal): refusal.rawValue
    case .contradictsEarlier: "contradicts_earlier"
    }
  }

  /// One sentence for the person.
  public var sentence: String {
    switch self {
    case .contradictsEarlier: "It contradicts an earlier invitation of the same sender."
    case .refused(.removedDevice): "It was sent by a device that has since been removed."
    case .refused(.senderNotMember): "Its sender is not in this conversation."
    case .refused(.audienceMismatch): "Its link does not lead where it says."
    case .refused(.deviceListAlarm): "It was made for a device list that is not yours."
    case .refused(.rootMismatch): "It was not made for your devices."
    case .refused(.mapMismatch): "It says something else to others than to you."
    case .refused(.noCollaborationDevice): "None of your devices takes part in collaborations."
    }
  }
}
