public import GroveIdentity

/// The chain's newest entry after the append.
public struct StatementPublished: Hashable, Sendable, Codable {
  /// The newest statement's number.
  public var seq: DecimalUInt64
  /// The newest statement's hash, 32 bytes.
  public var hash: Base64URLBytes

  /// What a relay answers to `PublishStatement`; the same statement again gets the same answer.
  public init(seq: DecimalUInt64, hash: Base64URLBytes) {
    self.seq = seq
    self.hash = hash
  }
}
