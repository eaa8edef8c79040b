/// The JSON object of a proof of either profile, read straight from its bytes (protocol 8.4, 8.7).
///
/// This is the server's hot path, so no general decoder is involved. A member that is missing,
/// given twice, or of another type is `malformed`; a byte string may have any length here.
struct ProofBody {
  private var version: Int?
  private(set) var profile: Int?
  private var publicKey: [UInt8]?
  private var publicKeyIndex: Int?
  private var inclusionHashes: [[UInt8]]?
  private var challenge: [UInt8]?
  private var signature: [UInt8]?
  private var signatureFormat: String?

  init(json: [UInt8]) throws(IdentityError) {
    guard json.count <= SignedIdentityProof.maximumBodyBytes else {
      throw IdentityError(.malformed, "a proof is at most 8 KiB")
    }
    var scanner = try JSONScanner(json)
    try scanner.beginObject()
    while let name = try scanner.nextMember() { try read(name, from: &scanner) }
    try scanner.finish()
    guard version == 1 else { throw IdentityError(.malformed, "not a proof of version 1") }
  }

  private mutating func read(_ name: String, from scanner: inout JSONScanner)
    throws(IdentityError)
  {
    switch name {
    case "v": try Self.set(&version, scanner.integer() ?? -1)
    case "profile": try Self.set(&profile, scanner.integer() ?? -1)
    case "publicKey": try Self.set(&publicKey, scanner.base64URL())
    case "publicKeyIndex": try Self.set(&publicKeyIndex, scanner.integer() ?? -1)
    case "inclusionHashes": try Self.set(&inclusionHashes, Self.hashes(from: &scanner))
    case "challenge": try Self.set(&challenge, scanner.base64URL())
    case "signature": try Self.set(&signature, scanner.base64URL())
    case "signatureFormat":
      try Self.set(&signatureFormat, String(decoding: scanner.string(), as: UTF8.self))
    default: try scanner.skipValue()
    }
  }

  private static func hashes(from scanner: inout JSONScanner) throws(IdentityError) -> [[UInt8]] {
    var hashes: [[UInt8]] = []
    hashes.reserveCapacity(IdentityTree.depth)
    try scanner.beginArray()
    while try scanner.nextElement() { hashes.append(try scanner.base64URL()) }
    return hashes
  }

  private static func set<Value>(_ slot: inout Value?, _ value: Value) throws(IdentityError) {
    guard slot == nil else { throw IdentityError(.malformed, "a proof has one member twice") }
    slot = value
  }

  func signedProof() throws(IdentityError) -> SignedIdentityProof {
    guard profile == Int(ProofProfile.transcript.rawValue), let publicKey, let publicKeyIndex,
      let inclusionHashes, let challenge, let signature
    else { throw IdentityError(.malformed, "not a complete proof of profile 1") }
    return SignedIdentityProof(
      publicKey: publicKey, publicKeyIndex: publicKeyIndex, inclusionHashes: inclusionHashes,
      challenge: challenge, signature: signature)
  }

  func rawProof() throws(IdentityError) -> RawIdentityProof {
    guard profile == Int(ProofProfile.raw.rawValue), let publicKey, let publicKeyIndex,
      let inclusionHashes, let challenge, let signature, let signatureFormat,
      let format = RawIdentityProof.SignatureFormat(rawValue: signatureFormat)
    else { throw IdentityError(.malformed, "not a complete proof of profile 2") }
    return RawIdentityProof(
      publicKey: publicKey, publicKeyIndex: publicKeyIndex, inclusionHashes: inclusionHashes,
      challenge: challenge, signature: signature, signatureFormat: format)
  }
}
