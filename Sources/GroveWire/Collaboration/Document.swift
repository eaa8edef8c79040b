public import GroveIdentity

/// A document as the calling account may see it.
public struct Document: Hashable, Sendable, Codable {
  /// What the calling account may do.
  public enum Access: String, Hashable, Sendable, Codable, CaseIterable {
    case owner, readWrite, readOnly
  }

  public var documentID: String
  public var title: String
  /// Where the owner keeps it: a path such as `/` or `/Family`.
  public var location: String
  public var owner: AccountLabel
  public var access: Access
  public var createdAt: DecimalUInt64
  /// The newest entry of the document's log; 0 when it is empty.
  public var lastSequence: DecimalUInt64
  /// Present once the document is shared.
  public var collaborationID: CollaborationID?
  public var options: ShareOptions?

  public init(
    documentID: String, title: String, location: String, owner: AccountLabel, access: Access,
    createdAt: DecimalUInt64, lastSequence: DecimalUInt64,
    collaborationID: CollaborationID? =
      nil, options: ShareOptions? = nil
  ) {
    self.documentID = documentID
    self.title = title
    self.location = location
    self.owner = owner
    self.access = access
    self.createdAt = createdAt
    self.lastSequence = lastSequence
    self.collaborationID = collaborationID
    self.options = options
  }
}
