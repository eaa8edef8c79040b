public import GroveIdentity

/// A conversation as the relay knows it. The relay never sees what is said in it.
public struct Conversation: Hashable, Sendable, Codable {
  /// 16 random bytes, chosen by the device that started it.
  public var conversationID: ConversationID
  /// Nil where nobody has given it one.
  public var name: String?
  /// Ascending.
  public var members: [AccountID]
  /// Grows with every change.
  public var version: DecimalUInt64
  /// Present when there is a photo; changes with it.
  public var photoVersion: DecimalUInt64?
  /// Present where the reader has been put in and has not accepted: by whom.
  public var requestedBy: AccountID?
  /// In the answer to who added people: those who were not added, and why is not told.
  public var notAdded: [AccountID]?

  /// What a relay answers to creating, looking at, changing and accepting a conversation.
  public init(
    conversationID: ConversationID, name: String? = nil, members: [AccountID],
    version:
      DecimalUInt64, photoVersion: DecimalUInt64? = nil, requestedBy: AccountID? = nil,
    notAdded: [AccountID]? = nil
  ) {
    self.conversationID = conversationID
    self.name = name
    self.members = members
    self.version = version
    self.photoVersion = photoVersion
    self.requestedBy = requestedBy
    self.notAdded = notAdded
  }
}
