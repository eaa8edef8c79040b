public import GroveIdentity

/// Why a share, or a change of participants, did not happen. The draft comes back with it.
public enum ShareFailure: Error, Hashable, Sendable, Codable {
  /// The person changed their mind.
  case cancelled
  /// The program ended in the middle.
  case interrupted
  /// Nobody was chosen.
  case noRecipients
  /// More than `ShareSheet.maximumParticipants`, the sender included.
  case tooManyRecipients
  /// The relay knows no such account.
  case recipientUnknown(AccountID)
  /// No device of the account takes part in collaborations (protocol 5.3).
  case recipientWithoutDevices(AccountID)
  /// The account's device list forks or went back (protocol 11.1).
  case recipientUntrusted(AccountID)
  /// No app for the collaboration's origin is here to answer.
  case appUnavailable
  /// The app answered that it cannot share this, in its own words; may be empty.
  case startFailed(String)
  /// The app did not answer the start action within its time limit.
  case startTimedOut
  /// The app's link is no link, or leads to another origin than the app's (protocol 6.5).
  case linkRefused
  /// The app answered that it cannot change who takes part, in its own words; may be empty.
  case updateFailed(String)
  /// The app did not store the identities within the time limit.
  case updateTimedOut
  /// The relay could not be asked.
  case relayUnreachable
  case notAMember
  /// The invitation does not fit into a message (protocol 18.5).
  case invitationTooLarge
  /// Recipients' device lists changed again and again while sending.
  case devicesKeepChanging
  /// The relay refused the message; its stable code.
  case uploadRefused(String)

  /// Stable, and the same on every device.
  public var code: String {
    switch self {
    case .cancelled: "cancelled"
    case .interrupted: "interrupted"
    case .noRecipients: "no_recipients"
    case .tooManyRecipients: "too_many_recipients"
    case .recipientUnknown: "recipient_unknown"
    case .recipientWithoutDevices: "recipient_without_devices"
    case .recipientUntrusted: "recipient_untrusted"
    case .appUnavailable: "app_unavailable"
    case .startFailed: "start_failed"
    case .startTimedOut: "start_timed_out"
    case .linkRefused: "link_refused"
    case .updateFailed: "update_failed"
    case .updateTimedOut: "update_timed_out"
    case .relayUnreachable: "relay_unreachable"
    case .notAMember: "not_a_member"
    case .invitationTooLarge: "invitation_too_large"
    case .devicesKeepChanging: "devices_keep_changing"
    case .uploadRefused: "upload_refused"
    }
  }

  /// One sentence for the person: `Tests/Vectors/sentences.json`.
  public var sentence: String {
    switch self {
    case .cancelled: "Sharing was cancelled."
    case .interrupted: "Sharing was interrupted; nothing was sent."
    case .noRecipients: "Choose somebody to share with."
    case .tooManyRecipients:
      "At most \(ShareSheet.maximumParticipants) people, you included, can take part."
    case .recipientUnknown: "One of the recipients is not known here."
    case .recipientWithoutDevices: "One of the recipients has no device that can take part."
    case .recipientUntrusted: "The device list of one of the recipients cannot be trusted."
    case .appUnavailable: "The app is not here to answer."
    case .startFailed(let reason): Self.sentence("The app could not start the share", reason)
    case .startTimedOut: "The app did not start the share in time."
    case .linkRefused: "The app answered with a link that is not its own."
    case .updateFailed(let reason): Self.sentence("The app could not change who takes part", reason)
    case .updateTimedOut: "The app did not add the people in time."
    case .relayUnreachable: "The relay cannot be reached."
    case .notAMember: "One of the recipients is no longer in the conversation."
    case .invitationTooLarge: "The invitation is too large to be sent."
    case .devicesKeepChanging: "The recipients’ devices keep changing; try again."
    case .uploadRefused: "The relay refused the message."
    }
  }

  private static func sentence(_ start: String, _ reason: String) -> String {
    reason.isEmpty ? start + "." : start + ": " + reason
  }
}
