public import GroveIdentity

/// A place in a list ordered by time, then by identifier: where the next page goes on.
public struct ListCursor<ID: FixedBytes>: Hashable, Sendable {
  /// Milliseconds since 1970.
  public var at: UInt64
  /// Decides between rows of the same millisecond.
  public var id: ID

  /// Made from a page's last row, or from the `after` of a request.
  public init(at: UInt64, id: ID) {
    self.at = at
    self.id = id
  }
}

extension DocumentRecord {
  /// Where it stands among the documents of an account.
  public var place: ListCursor<DocumentID> { ListCursor(at: createdAt, id: id) }
}

extension KnockRecord {
  /// Where it stands among the open knocks of a collaboration.
  public var place: ListCursor<KnockID> { ListCursor(at: at, id: id) }
}
