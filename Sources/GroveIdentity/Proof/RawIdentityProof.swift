/// A profile 2 proof as it travels (protocol 8.7): the signature covers the challenge alone. For
/// servers of native clients whose system signs opaque data; off unless configured.
///
/// Nothing in here has been checked.
public struct RawIdentityProof: Hashable, Sendable {
  /// How the signature is encoded. The sender names it; it is never guessed.
  public enum SignatureFormat: String, Hashable, Sendable, Codable {
    /// ASN.1 DER, strictly.
    case der
    /// 64 bytes `r || s` (IEEE P1363).
    case p1363
  }

  /// In one of the encodings of `RawProofRules`, in a proof that verifies.
  public var publicKey: [UInt8]
  /// Among the leaves; the depth bounds it.
  public var publicKeyIndex: Int
  /// 32 bytes each, bottom-up; their number is the tree's depth.
  public var inclusionHashes: [[UInt8]]
  /// The server's 68 bytes.
  public var challenge: [UInt8]
  /// Over the challenge, in `signatureFormat`.
  public var signature: [UInt8]
  /// How to read `signature`.
  public var signatureFormat: SignatureFormat

  /// For a proof that was received; nothing is checked.
  public init(
    publicKey: [UInt8], publicKeyIndex: Int, inclusionHashes: [[UInt8]], challenge: [UInt8],
    signature: [UInt8], signatureFormat: SignatureFormat
  ) {
    self.publicKey = publicKey
    self.publicKeyIndex = publicKeyIndex
    self.inclusionHashes = inclusionHashes
    self.challenge = challenge
    self.signature = signature
    self.signatureFormat = signatureFormat
  }

  /// Signs raw data, for a messenger whose user allows raw proofs for this audience (8.8).
  ///
  /// - Throws: `malformed` for data that begins like a structure of this protocol, whatever the
  ///   user allows; `limitExceeded` above 1024 bytes; `keyInvalid` where the key is no leaf.
  public init(signing data: [UInt8], with key: SigningKey, in tree: IdentityTree) throws {
    guard !ProofRequestData.beginsLikeStructure(data) else {
      throw IdentityError(.malformed, "raw data must not look like a structure of this protocol")
    }
    guard data.count <= SignedIdentityProof.maximumChallengeBytes else {
      throw IdentityError(.limitExceeded, "a challenge is at most 1024 bytes")
    }
    guard let inclusion = tree.inclusionProof(for: key.publicKey) else {
      throw IdentityError(.keyInvalid, "the key is no leaf of the identity")
    }
    self.init(
      publicKey: key.publicKey.bytes, publicKeyIndex: inclusion.index,
      inclusionHashes: inclusion.hashes, challenge: data, signature: try key.sign(data),
      signatureFormat: .p1363)
  }
}

/// The JSON form: that of 8.4 with `"profile":2` and `"signatureFormat":"der"|"p1363"`.
extension RawIdentityProof: Codable {
  /// Reads a request body straight from its bytes.
  /// - Throws: `malformed` above 8 KiB and for any other shape; unknown members are skipped.
  public init(json: [UInt8]) throws(IdentityError) { self = try ProofBody(json: json).rawProof() }

  /// Reads the JSON form by a general decoder; `init(json:)` is the quick way.
  /// - Throws: `malformed` or `DecodingError` for another version, profile or shape.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: ProofCodingKey.self)
    try container.require(.raw)
    try self.init(
      publicKey: container.bytes(.publicKey), publicKeyIndex: container.index(),
      inclusionHashes: container.hashes(), challenge: container.bytes(.challenge),
      signature: container.bytes(.signature),
      signatureFormat: container.decode(SignatureFormat.self, forKey: .signatureFormat))
  }

  /// Writes version 1 and profile 2 with the members.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: ProofCodingKey.self)
    try container.encode(1, forKey: .version)
    try container.encode(ProofProfile.raw.rawValue, forKey: .profile)
    try container.encode(Base64URLBytes(publicKey), forKey: .publicKey)
    try container.encode(publicKeyIndex, forKey: .publicKeyIndex)
    try container.encode(inclusionHashes.map(Base64URLBytes.init), forKey: .inclusionHashes)
    try container.encode(Base64URLBytes(challenge), forKey: .challenge)
    try container.encode(Base64URLBytes(signature), forKey: .signature)
    try container.encode(signatureFormat, forKey: .signatureFormat)
  }
}
