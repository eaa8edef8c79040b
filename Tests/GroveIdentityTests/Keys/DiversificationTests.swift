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
    try DiversificationBaseKey(scalar: OpenSSLOracle().reduced(generator.bytes(48)))
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

  @Test func `related keys do not help: a moved signature verifies over no transcript`() throws {
    // From (r, s) under d1' anybody who knows both blinds makes (r, s·b2/b1), valid under d2' for
    // another digest (protocol 4.7). The transcript holds the key, so that digest is nobody's.
    var generator = SeededGenerator(seed: 7)
    let base = try base(&generator)
    let context = try context(&generator)
    let first = try base.diversified(seed: IdentitySeed(generator.bytes(32)), context: context)
    let second = try base.diversified(seed: IdentitySeed(generator.bytes(32)), context: context)
    func transcript(_ key: SigningKey) throws -> [UInt8] {
      try ProofTranscript(
        audience: context.audience, collaborationID: context.collaborationID,
        account: AccountLabel("bob"), root: RootHash.zero, publicKey: key.publicKey,
        challenge: [1, 2, 3]
      ).encoded()
    }
    let signature = try first.sign(transcript(first))
    #expect(first.publicKey.isValidSignature(signature, for: try transcript(first)))
    #expect(!second.publicKey.isValidSignature(signature, for: try transcript(first)))
    #expect(!second.publicKey.isValidSignature(signature, for: try transcript(second)))
  }
}
