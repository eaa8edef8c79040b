public import GroveIdentity

/// A document, without its content. A deleted one leaves this row behind for a while, emptied, so
/// that its owner is told `gone` and can still have the deletion attested.
public struct DocumentRecord: Hashable, Sendable {
  public var id: DocumentID
  public var owner: AccountLabel
  public var title: String
  public var location: String
  public var createdAt: UInt64
  /// The newest entry of the log; 0 when it is empty.
  public var lastSequence: UInt64
  /// The collaboration it is shared through, if any.
  public var collaborationID: CollaborationID?
  public var deletedAt: UInt64?

  public init(
    id: DocumentID, owner: AccountLabel, title: String, location: String, createdAt: UInt64,
    lastSequence: UInt64 = 0, collaborationID: CollaborationID? = nil, deletedAt: UInt64? = nil
  ) {
    self.id = id
    self.owner = owner
    self.title = title
    self.location = location
    self.createdAt = createdAt
    self.lastSequence = lastSequence
    self.collaborationID = collaborationID
    self.deletedAt = deletedAt
  }
}
