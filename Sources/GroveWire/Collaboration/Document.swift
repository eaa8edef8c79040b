public import GroveIdentity

/// A document as the calling account may see it.
public struct Document: Hashable, Sendable, Codable {
  /// What the calling account may do.
  public enum Access: String, Hashable, Sendable, Codable, CaseIterable {
    case owner, readWrite, readOnly
  }

  /// Base64url of 16 random bytes.
  public var documentID: String
  /// 1..1024 bytes.
  public var title: String
  /// Where the owner keeps it: a path such as `/` or `/Family`.
  public var location: String
  /// The account that created it; it alone may rename, move, share and delete.
  public var owner: AccountLabel
  /// Derived from ownership and identities with every request, never stored (protocol 9.1).
  public var access: Access
  /// How the owner is shown to the others; in lists.
  public var ownerDisplayName: String?
  /// Milliseconds since 1970.
  public var createdAt: DecimalUInt64
  /// Milliseconds since 1970: when somebody last edited, commented or renamed it, `createdAt` where
  /// nobody has; in lists.
  public var updatedAt: DecimalUInt64?
  /// The newest entry of the document's log; 0 when it is empty.
  public var lastSequence: DecimalUInt64
  /// Present once the document is shared.
  public var collaborationID: CollaborationID?
  /// What the owner has selected; present where `collaborationID` is.
  public var options: ShareOptions?
  /// How many people ask for access, to the owner; in lists, where there are any.
  public var knocks: Int?

  /// What a server answers to creating, looking at and changing a document, and lists.
  public init(
    documentID: String, title: String, location: String, owner: AccountLabel, access: Access,
    createdAt: DecimalUInt64, lastSequence: DecimalUInt64,
    collaborationID: CollaborationID? =
      nil, options: ShareOptions? = nil, ownerDisplayName: String? = nil,
    updatedAt: DecimalUInt64? = nil, knocks: Int? = nil
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
    self.ownerDisplayName = ownerDisplayName
    self.updatedAt = updatedAt
    self.knocks = knocks
  }
}
