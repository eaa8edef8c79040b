public import GroveIdentity

/// A client-made summary of everything up to a sequence (owner or read-write).
public struct PutSnapshot: Hashable, Sendable, Codable {
  /// The last log entry that is contained: not beyond the log's end, not before the snapshot kept.
  public var sequence: DecimalUInt64
  /// At most 8 MiB.
  public var data: Base64URLBytes

  /// Made by a client that has merged the log; the server never interprets the bytes.
  public init(sequence: DecimalUInt64, data: Base64URLBytes) {
    self.sequence = sequence
    self.data = data
  }
}
