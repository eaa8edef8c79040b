public import GroveIdentity

/// What makes two received messages the same one: delivered twice, shown once (protocol 10.6 (5)).
public struct MessageIdentity: Hashable, Sendable, Codable {
  /// The verified sender's device.
  public var senderDeviceID: DeviceID
  /// The sender's identifier of the message; it is unique for that device only.
  public var messageID: MessageID

  /// Made from a verified message (`VerifiedMessage.identity`).
  public init(senderDeviceID: DeviceID, messageID: MessageID) {
    self.senderDeviceID = senderDeviceID
    self.messageID = messageID
  }
}

/// The rules of protocol 10.6 (5). Remembering what was seen is its caller's, in the same database
/// step that stores the message.
public enum ReplayWindow {
  /// Milliseconds that a sender's clock may be ahead: 5 minutes.
  public static let futureTolerance: UInt64 = 5 * 60_000
  /// Milliseconds that an identity is remembered: 90 days. A replay later than this cannot be
  /// opened: the KEM key it was sealed to has been deleted (at most 30 + 14 days, protocol 3.6).
  public static let retention: UInt64 = 90 * 24 * 3_600_000

  /// `sentAt <= now + 5 min`, compared without wrapping.
  public static func accepts(sentAt: UInt64, at now: UInt64) -> Bool {
    sentAt <= now || sentAt - now <= futureTolerance
  }

  /// Milliseconds since 1970: identities received before this time may be forgotten.
  public static func horizon(at now: UInt64) -> UInt64 { now - min(now, retention) }
}
