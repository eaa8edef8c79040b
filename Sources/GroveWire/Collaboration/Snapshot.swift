public import GroveIdentity

/// The newest snapshot; read the log after `sequence` from there.
public struct Snapshot: Hashable, Sendable, Codable {
  /// The last log entry that is contained; 0, with no data, where nobody has made a snapshot yet.
  public var sequence: DecimalUInt64
  /// As a client of the app has encoded it, at most 8 MiB.
  public var data: Base64URLBytes

  /// What a server answers to `CollaborationRoutes.snapshot`.
  public init(sequence: DecimalUInt64, data: Base64URLBytes) {
    self.sequence = sequence
    self.data = data
  }
}
