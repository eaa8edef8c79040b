/// One line of `grove verify --batch` (design 6), read strictly.
struct BatchCase {
  let challengeKey: [UInt8]
  let root: RootHash
  let now: UInt64
  let activationEpoch: UInt64
  let binding: ChallengeBinding
  let proof: SignedIdentityProof

  /// The members as read, before it is known that all are there.
  private struct Members {
    var bytes: [String: [UInt8]] = [:]
    var texts: [String: String] = [:]
    var numbers: [String: UInt64] = [:]
    var index: Int?
    var hashes: [[UInt8]]?
  }

  /// - Throws: `malformed` for a missing member, one given twice, one of another type, and for an
  ///   audience, collaboration identifier or account that breaks protocol 2.7 or 2.8.
  init(line: [UInt8]) throws(IdentityError) {
    let members = try Self.members(of: line)
    func bytes(_ name: String) throws(IdentityError) -> [UInt8] {
      guard let bytes = members.bytes[name] else { throw Self.incomplete }
      return bytes
    }
    func text(_ name: String) throws(IdentityError) -> String {
      guard let text = members.texts[name] else { throw Self.incomplete }
      return text
    }
    guard let now = members.numbers["now"], let epoch = members.numbers["activationEpoch"],
      let index = members.index, let hashes = members.hashes
    else { throw Self.incomplete }
    (self.now, activationEpoch) = (now, epoch)
    challengeKey = try bytes("challengeKey")
    root = try RootHash(bytes("root"))
    binding = try ChallengeBinding(
      audience: Origin(text("audience")), collaborationID: CollaborationID(text("collaborationID")),
      account: AccountLabel(text("account")), session: bytes("session"))
    proof = try SignedIdentityProof(
      publicKey: bytes("publicKey"), publicKeyIndex: index, inclusionHashes: hashes,
      challenge: bytes("challenge"), signature: bytes("signature"))
    guard challengeKey.count == ChallengeKey.byteCount else {
      throw IdentityError(.malformed, "a challenge key is 32 bytes")
    }
  }

  private static let incomplete = IdentityError(.malformed, "a member is missing")

  private static func members(of line: [UInt8]) throws(IdentityError) -> Members {
    var members = Members()
    var seen: Set<String> = []
    var scanner = try JSONScanner(line)
    try scanner.beginObject()
    while let name = try scanner.nextMember() {
      guard seen.insert(name).inserted else {
        throw IdentityError(.malformed, "one member twice")
      }
      try read(name, from: &scanner, into: &members)
    }
    try scanner.finish()
    return members
  }

  private static func read(
    _ name: String, from scanner: inout JSONScanner, into members: inout Members
  ) throws(IdentityError) {
    switch name {
    case "challengeKey", "session", "root", "publicKey", "challenge", "signature":
      members.bytes[name] = try scanner.hex()
    case "audience", "collaborationID", "account":
      members.texts[name] = String(decoding: try scanner.string(), as: UTF8.self)
    case "now", "activationEpoch": members.numbers[name] = try scanner.decimal()
    case "index": members.index = try scanner.integer() ?? -1
    case "hashes": members.hashes = try hashes(from: &scanner)
    default: try scanner.skipValue()
    }
  }

  private static func hashes(from scanner: inout JSONScanner) throws(IdentityError) -> [[UInt8]] {
    var hashes: [[UInt8]] = []
    try scanner.beginArray()
    while try scanner.nextElement() { hashes.append(try scanner.hex()) }
    return hashes
  }
}
