public import GroveIdentity

/// The last time an account did one kind of thing to a document: what the server may attest
/// (protocol 12.4). One row per account and kind, so looking it up costs one point look-up however
/// long the log is.
public struct CausedEvent: Hashable, Sendable {
  /// The kinds of protocol 12.4 that a server can see happen, or is told of by who does it. The text is for
  /// storage. A mention is attested as the edit or comment that it is in, and noted nowhere else.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case edit, comment, addedCollaborator, removedCollaborator, mention, created, deleted, renamed,
      moved
  }

  /// The document it was done to.
  public var documentID: DocumentID
  /// Who did it.
  public var account: AccountLabel
  /// What was done.
  public var kind: Kind
  /// Milliseconds since 1970.
  public var at: UInt64
  /// The account's identity at that time, if it had bound one; a deletion removes all identities,
  /// and must still be attestable.
  public var root: RootHash?

  /// Milliseconds during which an event may be attested: 10 minutes.
  public static let attestableFor: UInt64 = 600_000

  /// Made in the transaction in which the account does it.
  public init(
    documentID: DocumentID, account: AccountLabel, kind: Kind, at: UInt64, root: RootHash? = nil
  ) {
    self.documentID = documentID
    self.account = account
    self.kind = kind
    self.at = at
    self.root = root
  }
}
