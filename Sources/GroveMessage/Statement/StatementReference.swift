import GroveIdentity

/// Names one statement of an account: its number and its hash, so that two people can tell whether
/// they were shown the same device list (protocol 6.1, 11.2).
public struct StatementReference: Hashable, Sendable, Codable {
  /// 0 for the genesis statement.
  public var seq: UInt64
  /// Tells two statements of one number apart.
  public var hash: StatementHash

  /// For a reference that was received or stored; a statement has its own (`reference`).
  public init(seq: UInt64, hash: StatementHash) {
    self.seq = seq
    self.hash = hash
  }

  private enum CodingKeys: String, CodingKey { case seq, hash }

  /// Reads `{"seq":"…","hash":"…"}`: a decimal string and base64url.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    seq = try members.decode(DecimalUInt64.self, forKey: .seq).value
    hash = try members.decode(StatementHash.self, forKey: .hash)
  }

  /// Writes `{"seq":"…","hash":"…"}`: a decimal string and base64url.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(DecimalUInt64(seq), forKey: .seq)
    try members.encode(hash, forKey: .hash)
  }
}
