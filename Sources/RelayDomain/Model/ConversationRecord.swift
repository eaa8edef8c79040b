public import GroveIdentity

/// A conversation as the relay knows it: who is in it, never what is said in it.
public struct ConversationRecord: Hashable, Sendable {
  public var conversationID: ConversationID
  /// nil where it has no name.
  public var name: String?
  /// Ascending. Empty once the last one has left; the identifier is not given out again.
  public var members: [AccountID]
  /// 1 when created, one more with every event.
  public var version: UInt64
  /// The version that brought the present photo.
  public var photoVersion: UInt64?
  /// For whom this is shown to: who put them in, while they have not accepted. Nobody else sees it.
  public var requestedBy: AccountID?
  /// In an answer: who was not added, and the caller is not told why. Ascending.
  public var notAdded: [AccountID] = []

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
