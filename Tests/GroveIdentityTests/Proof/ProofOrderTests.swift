import GroveTesting
import Testing

@testable import GroveIdentity

/// The checks come in the order of protocol 8.5: of several faults the earliest row answers.
@Suite struct ProofOrderTests {
  /// One fault per row, in the rows' order.
  private static let faults: [(ProofRefusal, @Sendable (inout ProofAttempt) -> Void)] = [
    (.challengeInvalid, { $0.session = [0] }),
    (.challengeExpired, { $0.now = Vectors.issuedAt + 120_000 }),
    (.keyInvalid, { $0.proof.publicKey.removeLast() }),
    (.proofMalformed, { $0.proof.publicKeyIndex = 32 }),
    (.signatureMalformed, { $0.proof.signature.removeLast() }),
    (.notVerified, { $0.root = .zero }),
    (.challengeStale, { $0.activationEpoch = Vectors.epoch + 1 }),
  ]

  @Test(arguments: 0..<7)
  func `of several faults the earliest row answers`(row: Int) throws {
    var attempt = try ProofAttempt()
    for (_, fault) in Self.faults[row...] { fault(&attempt) }
    #expect(try attempt.refusal() == Self.faults[row].0)
  }

  @Test func `the edges of a challenge's life are exact`() throws {
    let expectations: [(UInt64, ProofRefusal?)] = [
      (Vectors.issuedAt - 5001, .challengeExpired), (Vectors.issuedAt - 5000, nil),
      (Vectors.issuedAt, nil), (Vectors.issuedAt + 119_999, nil),
      (Vectors.issuedAt + 120_000, .challengeExpired), (0, .challengeExpired),
      (UInt64.max, .challengeExpired),
    ]
    for (now, refusal) in expectations {
      var attempt = try ProofAttempt()
      attempt.now = now
      #expect(try attempt.refusal() == refusal, "at \(now)")
    }
  }

  @Test func `times at the end of the range neither trap nor wrap`() throws {
    let vectors = try Vectors.shared.get()
    for issuedAt: UInt64 in [.max, .max - 1, .max - 119_999, .max - 120_000, 0, 1] {
      let challenge = try vectors.challengeKeys.issue(
        at: issuedAt, epoch: 0, nonce: .zero, binding: vectors.binding)
      #expect(challenge.isCurrent(at: issuedAt))
      #expect(challenge.nonceExpiresAt >= issuedAt)
    }
    let last = try vectors.challengeKeys.issue(
      at: .max, epoch: .max, nonce: .zero, binding: vectors.binding)
    #expect(last.isCurrent(at: .max - 5000))
    #expect(!last.isCurrent(at: .max - 5001))
    #expect(!last.isCurrent(at: 0))
  }

  @Test
  func `an epoch equal to the activation is fresh, an older one stale, an unknown root neither`()
    throws
  {
    var attempt = try ProofAttempt()
    for (activation, refusal) in [
      (0, nil), (Vectors.epoch, nil), (Vectors.epoch + 1, .challengeStale), (.max, .challengeStale),
    ] as [(UInt64, ProofRefusal?)] {
      attempt.activationEpoch = activation
      #expect(try attempt.refusal() == refusal)
    }
  }
}
