public import GroveIdentity

/// Tells a sender that messages have arrived, or that their person has read them (content type 6).
public struct Acknowledgement: ContentBody {
  public static let contentType = ContentType.acknowledgement

  public enum State: String, Hashable, Sendable, Codable {
    case delivered, read
  }

  public private(set) var v = ContentVersion()
  /// 1 to 256.
  public var messageIDs: [MessageID]
  public var state: State

  public init(messageIDs: [MessageID], state: State) {
    self.messageIDs = messageIDs
    self.state = state
  }

  public func checkLimits() throws(IdentityError) {
    try ContentLimit.check(count: messageIDs.count, 256, "messageIDs")
    guard !messageIDs.isEmpty else { throw IdentityError(.malformed, "messageIDs is empty") }
  }
}
