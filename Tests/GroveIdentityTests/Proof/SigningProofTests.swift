import GroveTesting
import Testing

@testable import GroveIdentity

@Suite struct SigningProofTests {
  @Test(arguments: [1, 2, 3])
  func `a device's own proof verifies`(device: Int) throws {
    let attempt = try ProofAttempt()
    let vectors = attempt.vectors
    let proof = try SignedIdentityProof(
      signing: vectors.challenge.bytes, for: attempt.account, with: attempt.deviceKey(device),
      in: vectors.tree, audience: vectors.audience, collaborationID: vectors.collaborationID)
    var signed = attempt
    signed.proof = proof
    #expect(try signed.refusal() == nil)
    #expect(String(proof.publicKeyIndex) == vectors.devices[device - 1].index)
  }

  @Test func `an opaque challenge of 1024 bytes is signed, a longer one is not`() throws {
    let attempt = try ProofAttempt()
    func sign(_ count: Int) throws {
      _ = try SignedIdentityProof(
        signing: [UInt8](repeating: 0, count: count), for: attempt.account,
        with: attempt.deviceKey(1), in: attempt.vectors.tree, audience: attempt.audience,
        collaborationID: attempt.collaborationID)
    }
    try sign(0)
    try sign(1024)
    #expect(throws: IdentityError(.limitExceeded, "")) { try sign(1025) }
  }
}

/// The opaque value of protocol 8.8.
@Suite struct ProofRequestDataTests {
  @Test func `it is version, account and challenge, and reads back`() throws {
    let data = try ProofRequestData(account: AccountLabel("bob"), challenge: [9, 8])
    #expect(data.encoded == [1, 0, 3, 0x62, 0x6F, 0x62, 0, 2, 9, 8])
    #expect(try ProofRequestData(data.encoded) == data)
  }

  @Test func `cut or extended anywhere it is something else`() throws {
    let challenge = try Vectors.shared.get().challenge.bytes
    let bytes = try ProofRequestData(account: AccountLabel("bob"), challenge: challenge).encoded
    for length in 0..<bytes.count {
      #expect(throws: IdentityError.self) { try ProofRequestData(Array(bytes[..<length])) }
    }
    #expect(throws: IdentityError.self) { try ProofRequestData(bytes + [0]) }
  }

  @Test func `P12 bytes of any kind are this form exactly or something else`() throws {
    var generator = SeededGenerator(seed: 88)
    let bytes = try ProofRequestData(account: AccountLabel("bob"), challenge: [1, 2]).encoded
    for _ in 0..<5000 {
      var changed = bytes
      changed[Int.random(in: 0..<bytes.count, using: &generator)] = generator.bytes(1)[0]
      if let data = try? ProofRequestData(changed) { #expect(data.encoded == changed) }
      let random = [1] + generator.bytes(Int.random(in: 0...12, using: &generator))
      if let data = try? ProofRequestData(random) { #expect(data.encoded == random) }
    }
  }

  @Test func `another version, a bad account or an overlong challenge is something else`() throws {
    let bytes = try ProofRequestData(account: AccountLabel("bob"), challenge: [1]).encoded
    #expect(throws: IdentityError.self) { try ProofRequestData([2] + bytes[1...]) }
    #expect(throws: IdentityError.self) { try ProofRequestData([1, 0, 0, 0, 1, 5]) }
    #expect(throws: IdentityError.self) { try ProofRequestData([1, 0, 1, 0x07, 0, 1, 5]) }
    #expect(throws: IdentityError.self) { try ProofRequestData([1, 0, 1, 0xFF, 0, 1, 5]) }
    let long = [1, 0, 1, 0x62, 4, 1] + [UInt8](repeating: 0, count: 1025)
    #expect(throws: IdentityError.self) { try ProofRequestData(long) }
    #expect(throws: IdentityError(.limitExceeded, "")) {
      try ProofRequestData(account: AccountLabel("b"), challenge: Array(long[6...]))
    }
  }
}
