public import GroveIdentity

/// A collaboration (protocol 9.1): one per shared document. An ended one leaves this row behind for
/// a while and is treated everywhere as if it did not exist.
public struct CollaborationRecord: Hashable, Sendable {
  /// Random; the end of the link.
  public var id: CollaborationID
  /// The document that is shared.
  public var documentID: DocumentID
  /// The membership counter; it starts at a random 32-bit value (protocol 7.2).
  public var epoch: UInt64
  /// What the owner has selected.
  public var options: SelectedShareOptions
  /// Milliseconds since 1970: when a start action last asked for it.
  public var preparedAt: UInt64
  /// Whether it ever had an identity: what was only prepared is swept away.
  public var wasUsed: Bool
  /// Milliseconds since 1970; nil while it lives.
  public var endedAt: UInt64?
  /// What somebody may do who comes in by the link alone; nil: nobody does.
  public var linkAccess: SelectedShareOptions.Access?

  /// Made when a document is shared for the first time, or again after sharing has ended.
  public init(
    id: CollaborationID, documentID: DocumentID, epoch: UInt64, options: SelectedShareOptions,
    preparedAt: UInt64, wasUsed: Bool = false, endedAt: UInt64? = nil,
    linkAccess: SelectedShareOptions.Access? = nil
  ) {
    self.id = id
    self.documentID = documentID
    self.epoch = epoch
    self.options = options
    self.preparedAt = preparedAt
    self.wasUsed = wasUsed
    self.endedAt = endedAt
    self.linkAccess = linkAccess
  }
}
