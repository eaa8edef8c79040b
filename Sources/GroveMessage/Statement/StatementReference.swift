import GroveIdentity

/// Names one statement of an account: its number and its hash, so that two people can tell whether
/// they were shown the same device list (protocol 6.1, 11.2).
public struct StatementReference: Hashable, Sendable, Codable {
  /// 0 for the genesis statement.
  public var seq: UInt64
  public var hash: StatementHash

  public init(seq: UInt64, hash: StatementHash) {
    self.seq = seq
    self.hash = hash
  }

  private enum CodingKeys: String, CodingKey { case seq, hash }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    seq = try members.decode(DecimalUInt64.self, forKey: .seq).value
    hash = try members.decode(StatementHash.self, forKey: .hash)
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(DecimalUInt64(seq), forKey: .seq)
    try members.encode(hash, forKey: .hash)
  }
}
