import GroveTesting
import Testing

@testable import GroveIdentity

@Suite struct ChallengeTests {
  let vectors: Vectors
  let keys: ChallengeKeys
  let binding: ChallengeBinding

  init() throws {
    vectors = try Vectors.shared.get()
    keys = try vectors.challengeKeys
    binding = try vectors.binding
  }

  private func key(_ keyID: UInt8, _ byte: UInt8) throws -> ChallengeKey {
    try ChallengeKey(keyID: keyID, secret: SecretBytes([UInt8](repeating: byte, count: 32)))
  }

  @Test func `an issued challenge is recognised with everything it says`() throws {
    let nonce = try ChallengeNonce([UInt8](repeating: 5, count: 16))
    let issued = try keys.issue(at: 1234, ttl: 300, epoch: .max, nonce: nonce, binding: binding)
    #expect(issued.bytes.count == 68)
    let found = try #require(keys.recognize(issued.bytes, binding: binding))
    #expect(found == issued)
    #expect(found.issuedAt == 1234 && found.ttlSeconds == 300 && found.epoch == .max)
    #expect(found.nonce == nonce && found.keyID == 7)
  }

  @Test func `every single-bit change is refused`() throws {
    for bytes in [vectors.challenge.bytes, vectors.maskedChallenge.challenge.bytes] {
      for bit in 0..<68 * 8 {
        var changed = bytes
        changed[bit / 8] ^= 1 << (bit % 8)
        #expect(keys.recognize(changed, binding: binding) == nil)
      }
    }
  }

  /// What a link holder sees who asks again and again while somebody joins, against one who asks for
  /// what does not exist: every bit of the epoch's place is a coin in both.
  @Test func `the epoch cannot be read from a challenge, nor whether it has moved`() throws {
    var generator = SeededGenerator(seed: 41)
    let rounds = 2000
    for epochs in [[UInt64(0), 0], [77, 77], [77, 78]] {
      var ones = [Int](repeating: 0, count: 64)
      for round in 0..<rounds {
        let challenge = try keys.issue(
          at: Vectors.issuedAt, epoch: epochs[round % 2],
          nonce: ChallengeNonce(generator.bytes(16)), binding: binding)
        for bit in 0..<64 where challenge.bytes[12 + bit / 8] & (0x80 >> (bit % 8)) != 0 {
          ones[bit] += 1
        }
      }
      // Six standard deviations around the half of 2000 tosses, 22.4 each.
      #expect(ones.allSatisfy { abs($0 - rounds / 2) < 134 }, "\(epochs): \(ones)")
    }
  }

  @Test func `two challenges of one nonce and different times hide their epochs differently`()
    throws
  {
    let masks = try [1234, 1235].map { (time: UInt64) in
      let issued = try keys.issue(at: time, epoch: 0, nonce: .zero, binding: binding)
      return Array(issued.bytes[12..<20])
    }
    #expect(masks[0] != masks[1])
  }

  @Test func `cut or extended anywhere it is refused`() {
    let bytes = vectors.challenge.bytes
    for length in 0..<68 {
      #expect(keys.recognize(Array(bytes[..<length]), binding: binding) == nil)
    }
    #expect(keys.recognize(bytes + [0], binding: binding) == nil)
  }

  @Test func `another key with the same number does not recognise it`() throws {
    let other = ChallengeKeys(current: try key(Vectors.keyID, 1))
    #expect(other.recognize(vectors.challenge.bytes, binding: binding) == nil)
  }

  @Test(arguments: [0, 301, 65535] as [UInt16])
  func `a ttl outside 1 to 300 is not issued, and not recognised either`(ttl: UInt16) throws {
    #expect(throws: IdentityError(.limitExceeded, "")) {
      try keys.issue(at: 0, ttl: ttl, epoch: 0, nonce: .zero, binding: binding)
    }
    var writer = ByteWriter()
    writer.raw(vectors.challenge.bytes[..<10])
    writer.u16(ttl)
    writer.raw(vectors.challenge.bytes[12..<36])
    let code = try keys.current.authenticationCode(of: writer.bytes[...], for: binding)
    #expect(keys.recognize(writer.bytes + code, binding: binding) == nil, "with the right MAC")
  }

  @Test(arguments: [0, 3, 255] as [UInt8])
  func `another version is not recognised, even with the right MAC`(version: UInt8) throws {
    let header = [version] + vectors.challenge.bytes[1..<36]
    let code = try keys.current.authenticationCode(of: header[...], for: binding)
    #expect(keys.recognize(header + code, binding: binding) == nil)
  }

  @Test func `a session too long to count is refused, not cut`() throws {
    let long = ChallengeBinding(
      audience: binding.audience, collaborationID: binding.collaborationID,
      account: binding.account, session: [UInt8](repeating: 0, count: 65_536))
    #expect(throws: IdentityError(.limitExceeded, "")) {
      try keys.issue(at: 0, epoch: 0, nonce: .zero, binding: long)
    }
    #expect(keys.recognize(vectors.challenge.bytes, binding: long) == nil)
  }

  @Test func `a replaced key is recognised for the overlap and not longer`() throws {
    let challenge = vectors.challenge.bytes
    let once = keys.rotated(to: try key(8, 1), at: 1_000_000)
    #expect(once.recognize(challenge, binding: binding) != nil)
    #expect(once.current.keyID == 8)
    let within = once.rotated(to: try key(9, 2), at: 1_305_000)
    #expect(within.recognize(challenge, binding: binding) != nil)
    let after = once.rotated(to: try key(9, 2), at: 1_305_001)
    #expect(after.recognize(challenge, binding: binding) == nil)
    #expect(after.previous.map(\.key.keyID) == [8])
  }

  @Test func `a number that is used again names the new key only`() throws {
    let rotated = keys.rotated(to: try key(Vectors.keyID, 1), at: 0)
    #expect(rotated.recognize(vectors.challenge.bytes, binding: binding) == nil)
    #expect(rotated.previous.isEmpty)
  }

  @Test func `a clock that steps back drops no key`() throws {
    let rotated = keys.rotated(to: try key(8, 1), at: 1_000_000).rotated(to: try key(9, 2), at: 5)
    #expect(rotated.previous.map(\.key.keyID) == [8, 7])
  }

  @Test func `a key survives export and import`() throws {
    let again = try ChallengeKey(keyID: 7, secret: keys.current.exportSecret())
    #expect(
      ChallengeKeys(current: again).recognize(vectors.challenge.bytes, binding: binding) != nil)
    var generator = SeededGenerator(seed: 8)
    let random = ChallengeKey.random(keyID: 1, using: &generator)
    #expect(random.exportSecret().count == 32)
    #expect(
      random.exportSecret() != ChallengeKey.random(keyID: 1, using: &generator).exportSecret())
  }

  @Test(arguments: [0, 31, 33])
  func `a challenge key of another length is refused`(length: Int) {
    #expect(throws: IdentityError(.malformed, "")) {
      try ChallengeKey(keyID: 0, secret: SecretBytes([UInt8](repeating: 0, count: length)))
    }
  }
}
