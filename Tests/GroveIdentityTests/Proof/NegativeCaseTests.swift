import GroveTesting
import Testing

@testable import GroveIdentity

@Suite struct NegativeCaseTests {
  @Test func `there are 35 cases`() { #expect(NegativeCase.allCases.count == 35) }

  @Test(arguments: NegativeCase.allCases, [Challenge.version, Challenge.clearVersion])
  func `each case of protocol 17.3 gets its code`(_ negative: NegativeCase, version: UInt8) throws {
    let attempt = try negative.attempt(version: version)
    #expect(try attempt.refusal() == negative.answer)
    #expect(try attempt.refusalWithoutJSON() == negative.answer)
  }

  @Test(arguments: NegativeCase.allCases, [Challenge.version, Challenge.clearVersion])
  func `each case of protocol 17.3 gets its code in a batch`(
    _ negative: NegativeCase, version: UInt8
  ) throws {
    let line = try negative.attempt(version: version).batchLine(name: negative.rawValue)
    let result = negative.answer?.rawValue ?? "ok"
    #expect(
      String(decoding: BatchVerifier.answer(line: line), as: UTF8.self)
        == #"{"name":"\#(negative.rawValue)","result":"\#(result)"}"#)
  }

  @Test func `the outsider's own root verifies but is nobody's identity`() throws {
    let attempt = try NegativeCase.outsiderSamePath.attempt()
    let answer = try attempt.vectors.verifier.verify(
      attempt.proof, binding: attempt.binding, now: attempt.now)
    guard case .verified(let proof) = answer else {
      Issue.record("refused: \(answer)")
      return
    }
    #expect(proof.root != attempt.root)
    #expect(ProofVerifier.refusal(of: proof, activationEpoch: nil) == .notVerified)
  }

  @Test func `the codes are those of protocol 8.5`() {
    #expect(
      ProofRefusal.allCases.map(\.rawValue) == [
        "malformed", "challenge_invalid", "challenge_expired", "key_invalid", "proof_malformed",
        "signature_malformed", "not_verified", "challenge_stale", "challenge_used",
        "already_bound",
      ])
  }
}
