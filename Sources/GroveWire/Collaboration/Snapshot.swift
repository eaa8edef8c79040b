public import GroveIdentity

/// The newest snapshot; read the log after `sequence` from there.
public struct Snapshot: Hashable, Sendable, Codable {
  public var sequence: DecimalUInt64
  public var data: Base64URLBytes

  public init(sequence: DecimalUInt64, data: Base64URLBytes) {
    self.sequence = sequence
    self.data = data
  }
}
