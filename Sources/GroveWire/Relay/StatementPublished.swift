public import GroveIdentity

/// The chain's newest entry after the append.
public struct StatementPublished: Hashable, Sendable, Codable {
  public var seq: DecimalUInt64
  public var hash: Base64URLBytes

  public init(seq: DecimalUInt64, hash: Base64URLBytes) {
    self.seq = seq
    self.hash = hash
  }
}
