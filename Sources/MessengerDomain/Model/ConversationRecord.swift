public import GroveIdentity

/// A conversation as this device knows it: the relay's roster, and where it stands here.
public struct ConversationRecord: Hashable, Sendable {
  public enum State: String, Hashable, Sendable, Codable {
    /// Started here; the relay has not heard of it yet.
    case pending
    case active
    /// This account is not, or no longer, a member.
    case left
    /// The relay refused to start it.
    case refused
  }

  public let conversationID: ConversationID
  public var name: String?
  /// Ascending, this account included.
  public var members: [AccountID]
  /// The relay's count of changes.
  public var version: UInt64
  /// Present when there is a photo; changes with it.
  public var photoVersion: UInt64?
  public var state: State
  /// A message request: who has put this account in, until it is accepted. Nothing said in it is
  /// shown or counted.
  public var requestedBy: AccountID?
  /// Milliseconds since 1970, by this device's clock.
  public var lastActivityAt: UInt64

  public init(
    conversationID: ConversationID, name: String? = nil, members: [AccountID], version: UInt64 = 0,
    photoVersion: UInt64? = nil, state: State, requestedBy: AccountID? = nil,
    lastActivityAt: UInt64
  ) {
    self.conversationID = conversationID
    self.name = name
    self.members = members.sorted()
    self.version = version
    self.photoVersion = photoVersion
    self.state = state
    self.requestedBy = requestedBy
    self.lastActivityAt = lastActivityAt
  }
}
