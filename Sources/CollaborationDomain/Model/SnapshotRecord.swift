/// A client-made summary of everything up to `sequence`.
public struct SnapshotRecord: Hashable, Sendable {
  /// The row's key: one snapshot of a document is kept, the newest.
  public var documentID: DocumentID
  /// The last log entry that is contained; 0 where there is no snapshot.
  public var sequence: UInt64
  /// As a client of the app encoded it, at most 8 MiB; never interpreted.
  public var data: [UInt8]

  /// Made from what a client sent, for `UpdateRules.putSnapshot`.
  public init(documentID: DocumentID, sequence: UInt64, data: [UInt8]) {
    self.documentID = documentID
    self.sequence = sequence
    self.data = data
  }
}
