public import GroveIdentity

/// What was taken is durable; it will be delivered.
public struct EnvelopesAccepted: Hashable, Sendable, Codable {
  /// Envelopes queued now.
  public var accepted: Int
  /// Envelopes that were queued before.
  public var duplicates: Int
  /// Envelopes that were not taken; absent where all were. The same message again may reach them.
  public var undelivered: [UndeliveredEnvelope]?

  /// What a relay answers to `UploadEnvelopes`.
  public init(accepted: Int, duplicates: Int, undelivered: [UndeliveredEnvelope]? = nil) {
    self.accepted = accepted
    self.duplicates = duplicates
    self.undelivered = undelivered
  }
}

/// A device that a message did not reach.
public struct UndeliveredEnvelope: Hashable, Sendable, Codable {
  /// Whose device it is.
  public var accountID: AccountID
  /// The device that the envelope was sealed to.
  public var deviceID: DeviceID
  /// `mailbox_full`: later there may be room. `not_delivered`: the recipient does not take it, and
  /// why is not told. A text, so that a client keeps a reason it does not know.
  public var reason: String

  /// Worth another attempt with the same message identifier.
  public static let mailboxFull = "mailbox_full"
  /// Waiting does not help.
  public static let notDelivered = "not_delivered"

  /// A row of `EnvelopesAccepted.undelivered`.
  public init(accountID: AccountID, deviceID: DeviceID, reason: String) {
    self.accountID = accountID
    self.deviceID = deviceID
    self.reason = reason
  }
}
