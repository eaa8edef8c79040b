public import GroveIdentity

/// A document, without its content. A deleted one leaves this row behind for a while, emptied, so
/// that its owner is told `gone` and can still have the deletion attested.
public struct DocumentRecord: Hashable, Sendable {
  /// What a document is made of.
  public enum Kind: Int, Hashable, Sendable {
    /// Updates that its people append, and snapshots of them.
    case log = 0
    /// Records that are shared (decision 0029). Who takes part is kept here, the records are kept elsewhere: nobody
    /// appends to its log, renames or deletes it, or finds it among their documents.
    case records = 1
    /// A file or folder of its owner's drive (decision 0030). The same holds for it.
    case files = 2
  }

  /// Random; documents have no other name in requests.
  public var id: DocumentID
  /// The account that created it; it does not change.
  public var owner: AccountLabel
  /// 1..1024 bytes; empty once deleted.
  public var title: String
  /// A path such as `/` or `/Family`, for the owner's own order; empty once deleted.
  public var location: String
  /// Milliseconds since 1970; lists are sorted by it.
  public var createdAt: UInt64
  /// The newest entry of the log; 0 when it is empty.
  public var lastSequence: UInt64
  /// The collaboration it is shared through, if any.
  public var collaborationID: CollaborationID?
  /// Milliseconds since 1970; nil while it lives.
  public var deletedAt: UInt64?
  /// It does not change.
  public var kind: Kind
  /// What its text begins with, as whoever edited it last has handed it over for its card: at most 280 bytes; empty
  /// where nothing is written in it. Nil where no app has said so, and once deleted.
  public var firstLines: String?

  /// Made when a document is created.
  public init(
    id: DocumentID, owner: AccountLabel, title: String, location: String, createdAt: UInt64,
    lastSequence: UInt64 = 0, collaborationID: CollaborationID? = nil, deletedAt: UInt64? = nil,
    kind: Kind = .log, firstLines: String? = nil
  ) {
    self.id = id
    self.owner = owner
    self.title = title
    self.location = location
    self.createdAt = createdAt
    self.lastSequence = lastSequence
    self.collaborationID = collaborationID
    self.deletedAt = deletedAt
    self.kind = kind
    self.firstLines = firstLines
  }
}
