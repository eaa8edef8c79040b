import GroveTesting
import Testing

@testable import GroveIdentity

@Suite struct ProofCorruptionTests {
  /// What a change of one byte at `offset` of the binary proof may answer (protocol 8.4, 8.5).
  private func allowed(at offset: Int) -> Set<ProofRefusal> {
    switch offset {
    case 0..<2: [.malformed]
    case 2..<67: [.keyInvalid, .notVerified]
    case 67: [.proofMalformed, .notVerified]
    case 68: [.proofMalformed]
    case 69..<229: [.notVerified]
    case 229..<231: [.malformed]
    case 231..<299: [.challengeInvalid]
    default: [.notVerified]
    }
  }

  private func refusal(of bytes: [UInt8], _ attempt: ProofAttempt) throws -> ProofRefusal? {
    var attempt = attempt
    guard let proof = try? SignedIdentityProof(binary: bytes) else { return .malformed }
    attempt.proof = proof
    return try attempt.refusalWithoutJSON()
  }

  @Test func `P5 every single-bit change of the 363 bytes is refused, each in its row`() throws {
    let attempt = try ProofAttempt()
    let bytes = attempt.vectors.proofBinary.bytes
    #expect(try refusal(of: bytes, attempt) == nil)
    var refused = 0
    for bit in 0..<bytes.count * 8 {
      var changed = bytes
      changed[bit / 8] ^= 1 << (bit % 8)
      let refusal = try refusal(of: changed, attempt)
      #expect(
        refusal.map { allowed(at: bit / 8).contains($0) } == true, "bit \(bit): \(refusal as Any)")
      refused += refusal == nil ? 0 : 1
    }
    #expect(refused == 2904)
  }

  @Test func `a binary proof cut or extended anywhere is malformed`() throws {
    let bytes = try Vectors.shared.get().proofBinary.bytes
    for length in 0..<bytes.count {
      #expect(throws: IdentityError(.malformed, "")) {
        try SignedIdentityProof(binary: Array(bytes[..<length]))
      }
    }
    #expect(throws: IdentityError(.malformed, "")) { try SignedIdentityProof(binary: bytes + [0]) }
    #expect(throws: IdentityError(.malformed, "")) {
      try SignedIdentityProof(binary: bytes + [UInt8](repeating: 0, count: 9000))
    }
  }

  @Test(arguments: [0, 1, 4, 6, 7, 64, 200])
  func `a whole binary proof of another depth is refused in row 5`(depth: Int) throws {
    var attempt = try ProofAttempt()
    let hash = [UInt8](repeating: 3, count: 32)
    attempt.proof.inclusionHashes = [[UInt8]](repeating: hash, count: depth)
    let bytes = try attempt.proof.binary()
    #expect(try SignedIdentityProof(binary: bytes).inclusionHashes.count == depth)
    #expect(try refusal(of: bytes, attempt) == .proofMalformed)
  }

  @Test func `any depth byte in front of five hashes is refused in row 5, or is five`() throws {
    let attempt = try ProofAttempt()
    for depth in UInt8.min...UInt8.max {
      var bytes = attempt.vectors.proofBinary.bytes
      bytes[68] = depth
      #expect(try refusal(of: bytes, attempt) == (depth == 5 ? nil : .proofMalformed))
    }
  }

  @Test func `a proof the binary form cannot express is not written`() throws {
    let proof = try ProofAttempt().proof
    let changes: [(inout SignedIdentityProof) -> Void] = [
      { $0.publicKey.removeLast() }, { $0.signature.append(0) }, { $0.publicKeyIndex = 256 },
      { $0.publicKeyIndex = -1 }, { $0.inclusionHashes[0].removeLast() },
      { $0.inclusionHashes = [[UInt8]](repeating: $0.inclusionHashes[0], count: 256) },
      { $0.challenge = [UInt8](repeating: 0, count: 65_536) },
    ]
    for change in changes {
      var changed = proof
      change(&changed)
      #expect(throws: IdentityError.self) { try changed.binary() }
    }
  }

  @Test func `random bytes are never a proof and never a trap`() throws {
    var generator = SeededGenerator(seed: 12)
    let attempt = try ProofAttempt()
    for _ in 0..<2000 {
      let count = Int.random(in: 0...400, using: &generator)
      var bytes = generator.bytes(count)
      if count > 1, Bool.random(using: &generator) { bytes.replaceSubrange(0..<2, with: [1, 1]) }
      #expect(try refusal(of: bytes, attempt) != nil)
    }
  }
}
