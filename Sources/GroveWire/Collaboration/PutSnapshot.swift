public import GroveIdentity

/// A client-made summary of everything up to a sequence (owner or read-write).
public struct PutSnapshot: Hashable, Sendable, Codable {
  public var sequence: DecimalUInt64
  /// At most 8 MiB.
  public var data: Base64URLBytes

  public init(sequence: DecimalUInt64, data: Base64URLBytes) {
    self.sequence = sequence
    self.data = data
  }
}
