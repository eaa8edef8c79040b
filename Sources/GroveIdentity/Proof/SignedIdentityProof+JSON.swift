/// The JSON form (protocol 8.4): `{"v":1,"profile":1,"publicKey":…,"publicKeyIndex":29,
/// "inclusionHashes":[…],"challenge":…,"signature":…}`.
extension SignedIdentityProof: Codable {
  /// Reads a request body straight from its bytes, without a general decoder.
  /// - Throws: `malformed` above 8 KiB and for any other shape; unknown members are skipped.
  public init(json: [UInt8]) throws(IdentityError) {
    self = try ProofBody(json: json).signedProof()
  }

  /// The body that is sent to a server.
  /// - Throws: only where the encoder fails, which these types do not reach.
  public func json() throws -> [UInt8] { try StrictJSON.encode(self) }

  /// Reads the JSON form by a general decoder; `init(json:)` is the quick way.
  /// - Throws: `malformed` or `DecodingError` for another version, profile or shape.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: ProofCodingKey.self)
    try container.require(.transcript)
    try self.init(
      publicKey: container.bytes(.publicKey), publicKeyIndex: container.index(),
      inclusionHashes: container.hashes(), challenge: container.bytes(.challenge),
      signature: container.bytes(.signature))
  }

  /// Writes version 1 and profile 1 with the members.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: ProofCodingKey.self)
    try container.encode(1, forKey: .version)
    try container.encode(ProofProfile.transcript.rawValue, forKey: .profile)
    try container.encode(Base64URLBytes(publicKey), forKey: .publicKey)
    try container.encode(publicKeyIndex, forKey: .publicKeyIndex)
    try container.encode(inclusionHashes.map(Base64URLBytes.init), forKey: .inclusionHashes)
    try container.encode(Base64URLBytes(challenge), forKey: .challenge)
    try container.encode(Base64URLBytes(signature), forKey: .signature)
  }
}

/// The members of a proof, of either profile.
enum ProofCodingKey: String, CodingKey {
  case version = "v"
  case profile, publicKey, publicKeyIndex, inclusionHashes, challenge, signature, signatureFormat
}

extension KeyedDecodingContainer<ProofCodingKey> {
  func require(_ profile: ProofProfile) throws {
    guard try decode(Int.self, forKey: .version) == 1,
      try decode(Int.self, forKey: .profile) == Int(profile.rawValue)
    else { throw IdentityError(.malformed, "a proof of another version or profile") }
  }

  func bytes(_ key: ProofCodingKey) throws -> [UInt8] {
    try decode(Base64URLBytes.self, forKey: key).bytes
  }

  func hashes() throws -> [[UInt8]] {
    try decode([Base64URLBytes].self, forKey: .inclusionHashes).map(\.bytes)
  }

  /// A number that is no 64-bit integer reads as -1, as it does in `ProofBody`.
  func index() throws -> Int {
    if let index = try? decode(Int.self, forKey: .publicKeyIndex) { return index }
    _ = try decode(Double.self, forKey: .publicKeyIndex)
    return -1
  }
}
