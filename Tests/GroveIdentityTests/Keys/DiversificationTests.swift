import Crypto
import GroveTesting
import Testing

@testable import GroveIdentity

@Suite struct DiversificationTests {
  private func context(_ generator: inout SeededGenerator) throws -> IdentityContext {
    IdentityContext(
      audience: try Origin("https://h\(UInt16.random(in: 0...999, using: &generator)).example"),
      collaborationID: try CollaborationID(Hex.encode(generator.bytes(8))),
      recipient: try AccountID(generator.bytes(32)))
  }

  private func base(_ generator: inout SeededGenerator) throws -> DiversificationBaseKey {
    try DiversificationBaseKey.random(using: &generator)
  }

  @Test func `P1 the public half of the private half is the public half`() throws {
    var generator = SeededGenerator(seed: 1)
    let oracle = try OpenSSLOracle()
    var flipped = 0
    for _ in 0..<300 {
      let base = try base(&generator)
      let seed = try IdentitySeed(generator.bytes(32))
      let context = try context(&generator)
      let fromPublic = try Diversification.publicKey(
        of: base.publicKey, seed: seed, context: context)
      let fromPrivate = try base.diversified(seed: seed, context: context)
      #expect(fromPrivate.publicKey == fromPublic)
      #expect(fromPublic.bytes[64] & 1 == 0, "Y is even")

      let blind = Diversification(seed: seed, context: context)
        .blind(for: base.publicKey).bigEndianBytes
      let scalar = base.exportScalar().exportBytes()
      #expect(
        fromPublic.bytes == (try oracle.diversified(base: base.publicKey.bytes, blind: blind)))
      let expected = try oracle.diversified(scalar: scalar, blind: blind)
      #expect(fromPrivate.exportScalar().exportBytes() == expected)
      if try oracle.product(scalar, blind) != expected { flipped += 1 }
    }
    #expect((110...190).contains(flipped), "about half of the products are negated: \(flipped)")
  }

  @Test func `P2 changing any one input changes the key`() throws {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<50 {
      let base = try base(&generator).publicKey
      let other = try self.base(&generator).publicKey
      let seed = try IdentitySeed(generator.bytes(32))
      let context = try context(&generator)
      func key(
        _ base: PublicKey, _ seed: IdentitySeed, audience: String? = nil, id: String? = nil,
        recipient: AccountID? = nil
      ) throws -> PublicKey {
        let changed = IdentityContext(
          audience: try audience.map { try Origin($0) } ?? context.audience,
          collaborationID: try id.map { try CollaborationID($0) } ?? context.collaborationID,
          recipient: recipient ?? context.recipient)
        return try Diversification.publicKey(of: base, seed: seed, context: changed)
      }
      let keys = [
        try key(base, seed), try key(other, seed),
        try key(base, IdentitySeed(generator.bytes(32))),
        try key(base, seed, audience: "https://other.example"),
        try key(base, seed, id: context.collaborationID.text + "x"),
        try key(base, seed, recipient: AccountID(generator.bytes(32))),
      ]
      #expect(Set(keys).count == keys.count)
    }
  }

  @Test func `P2 no two of many keys collide`() throws {
    var generator = SeededGenerator(seed: 6)
    let base = try base(&generator).publicKey
    let context = try context(&generator)
    var seen: Set<PublicKey> = []
    for _ in 0..<2000 {
      let seed = IdentitySeed.random(using: &generator)
      seen.insert(try Diversification.publicKey(of: base, seed: seed, context: context))
    }
    #expect(seen.count == 2000)
  }

  @Test func `counted fields keep neighbours from trading bytes`() throws {
    let recipient = AccountID.zero
    func hash(_ audience: String, _ id: String) throws -> [UInt8] {
      IdentityContext(
        audience: try Origin(audience), collaborationID: try CollaborationID(id),
        recipient: recipient
      ).hash
    }
    #expect(try hash("https://a.example", "x") != hash("https://a.exampl", "ex"))
  }

  @Test func `related keys move a signature to another digest, and to no transcript`() throws {
    // From (r, s) under d1' whoever knows both blinds makes (r, c·s) with c = d2'/d1', valid under
    // d2' for the digest c·h (protocol 4.7). The transcript holds the key: c·h is the digest of none.
    var generator = SeededGenerator(seed: 7)
    let oracle = try OpenSSLOracle()
    let base = try DiversificationBaseKey.random(using: &generator)
    let context = try context(&generator)
    let first = try base.diversified(seed: .random(using: &generator), context: context)
    let second = try base.diversified(seed: .random(using: &generator), context: context)
    func transcript(_ key: SigningKey) throws -> [UInt8] {
      try ProofTranscript(
        audience: context.audience, collaborationID: context.collaborationID,
        account: AccountLabel("bob"), root: RootHash.zero, publicKey: key.publicKey,
        challenge: [1, 2, 3]
      ).encoded()
    }
    let message = try transcript(first)
    let signature = try first.sign(message)
    let ratio = try oracle.product(
      second.exportScalar().exportBytes(), oracle.inverse(first.exportScalar().exportBytes()))
    let moved = try signature[..<32] + oracle.product(ratio, Array(signature[32...]))
    let digest = OtherDigest(
      bytes: try oracle.product(ratio, Array(SHA256.hash(data: message))))
    let key = try P256.Signing.PublicKey(x963Representation: second.publicKey.bytes)
    let parsed = try P256.Signing.ECDSASignature(rawRepresentation: moved)
    #expect(key.isValidSignature(parsed, for: digest), "the algebra of protocol 4.7")
    #expect(!second.publicKey.isValidSignature(Array(moved), for: message))
    #expect(!second.publicKey.isValidSignature(Array(moved), for: try transcript(second)))
    #expect(!second.publicKey.isValidSignature(signature, for: try transcript(second)))
  }

  @Test func `a key made from a generator is made again by the same generator`() throws {
    var (first, second) = (SeededGenerator(seed: 1), SeededGenerator(seed: 1))
    #expect(
      try SigningKey.random(using: &first).publicKey == SigningKey.random(using: &second).publicKey)
    let base = try DiversificationBaseKey.random(using: &first)
    #expect(try base.publicKey == DiversificationBaseKey.random(using: &second).publicKey)
    #expect(try base.publicKey != DiversificationBaseKey.random(using: &second).publicKey)
  }
}

/// 32 bytes passed off as a SHA-256 digest.
private struct OtherDigest: Digest {
  static var byteCount: Int { 32 }
  let bytes: [UInt8]

  var description: String { Hex.encode(bytes) }
  func makeIterator() -> Array<UInt8>.Iterator { bytes.makeIterator() }
  func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try bytes.withUnsafeBytes(body)
  }
}
