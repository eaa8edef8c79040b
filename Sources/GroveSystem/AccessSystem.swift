public import GroveIdentity

/// What a person's own surfaces may ask about devices that changed after something was shared: who cannot
/// open it yet, or still can (protocol 12.2).
///
/// Apart from `PersonSystem`, which share sheets are given: a sheet decides nothing about devices.
public protocol AccessSystem: Sendable {
  /// Whose devices changed since this person shared something with them, one entry for each document and
  /// conversation.
  func accessRenewals() async throws(MessengerError) -> [AccessRenewal]
  /// Lets a person's present devices into a document, and no other device of theirs. Access that was
  /// granted stays.
  ///
  /// - Returns: nil where there is nothing to do any more.
  /// - Throws: what asking for the person's newest device list throws.
  func renewAccess(of person: AccountID, in collaboration: CollaborationKey)
    async throws(MessengerError) -> ShareOutcome?
  /// Whether people's added devices are let in without being asked about. Not before the person chose so.
  func letsDevicesIn() async throws(MessengerError) -> Bool
  /// The person's choice. Devices that wait already are let in too. One is never let in by itself where
  /// something about its person's devices does not fit together.
  func setLetsDevicesIn(_ isWanted: Bool) async throws(MessengerError)
}

/// Somebody whose devices are not those any more that a document was shared with.
public struct AccessRenewal: Hashable, Sendable, Codable {
  public enum Reason: String, Hashable, Sendable, Codable {
    /// A device that is no longer theirs may still prove.
    case deviceRemoved = "device_removed"
    /// None of the devices is theirs any more, as after a recovery: these may still prove, and those they have now cannot.
    case devicesReplaced = "devices_replaced"
    /// A new device cannot prove yet.
    case deviceAdded = "device_added"
  }

  /// Whose devices; this person's own, too.
  public let person: Recipient
  public let collaboration: CollaborationKey
  /// The document's, as it was shared.
  public let title: String
  /// Where it was shared.
  public let conversationID: ConversationID
  public let reason: Reason
  /// Milliseconds since 1970: when the person's device list became what it is, by their device's clock.
  public let since: UInt64
  /// Something about this person's devices does not fit together: they are to be asked in person first.
  public let isAlarmed: Bool

  /// Made by the messenger, and by tests.
  public init(
    person: Recipient, collaboration: CollaborationKey, title: String,
    conversationID: ConversationID, reason: Reason, since: UInt64, isAlarmed: Bool
  ) {
    self.person = person
    self.collaboration = collaboration
    self.title = title
    self.conversationID = conversationID
    self.reason = reason
    self.since = since
    self.isAlarmed = isAlarmed
  }
}
