public import GroveIdentity

/// Tells a sender that messages have arrived, or that their person has read them (content type 6).
public struct Acknowledgement: ContentBody {
  /// Type 6 (protocol 18.3).
  public static let contentType = ContentType.acknowledgement

  /// How far a message has come. Read includes delivered.
  public enum State: String, Hashable, Sendable, Codable {
    case delivered, read
  }

  /// Written as `"v":1`; another version is refused when it is read.
  public private(set) var v = ContentVersion()
  /// 1 to 256.
  public var messageIDs: [MessageID]
  /// The same for all messages named here.
  public var state: State

  /// Made by a device that has stored messages, or whose person has opened them.
  public init(messageIDs: [MessageID], state: State) {
    self.messageIDs = messageIDs
    self.state = state
  }

  /// Checked before it is sent and after it was read.
  /// - Throws: `limitExceeded` above 256 messages, `malformed` for none.
  public func checkLimits() throws(IdentityError) {
    try ContentLimit.check(count: messageIDs.count, 256, "messageIDs")
    guard !messageIDs.isEmpty else { throw IdentityError(.malformed, "messageIDs is empty") }
  }
}
