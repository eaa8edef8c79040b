/// A client-made summary of everything up to `sequence`.
public struct SnapshotRecord: Hashable, Sendable {
  public var documentID: DocumentID
  public var sequence: UInt64
  public var data: [UInt8]

  public init(documentID: DocumentID, sequence: UInt64, data: [UInt8]) {
    self.documentID = documentID
    self.sequence = sequence
    self.data = data
  }
}
