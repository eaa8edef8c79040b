public import GroveIdentity

/// A conversation as the relay knows it: who is in it, never what is said in it.
public struct ConversationRecord: Hashable, Sendable {
  /// Chosen at random by the device that started it.
  public var conversationID: ConversationID
  /// nil where it has no name.
  public var name: String?
  /// Ascending. Empty once the last one has left; the identifier is not given out again.
  public var members: [AccountID]
  /// 1 when created, one more with every event.
  public var version: UInt64
  /// The version that brought the present photo.
  public var photoVersion: UInt64?
  /// Who put the reader in, while the reader has not accepted. Everybody else sees nil.
  public var requestedBy: AccountID?
  /// In the answer to who added people: those who were not added, and not why. Ascending.
  public var notAdded: [AccountID] = []

  /// Sorts the members; nobody is left out yet.
  public init(
    conversationID: ConversationID, name: String?, members: [AccountID], version: UInt64,
    photoVersion: UInt64? = nil, requestedBy: AccountID? = nil
  ) {
    self.conversationID = conversationID
    self.name = name
    self.members = members.sorted()
    self.version = version
    self.photoVersion = photoVersion
    self.requestedBy = requestedBy
  }
}

/// Some of an account's conversations, ascending.
public struct ConversationPage: Hashable, Sendable {
  public var conversations: [ConversationRecord] = []
  /// After which one the list goes on; nil where it has ended.
  public var next: ConversationID?

  public init() {}
}
