import CollaborationDomain
import GroveIdentity
import StoreSQLite

/// The main operation: a posted proof is verified and access is granted in a durable transaction.
///
/// Between request and answer the server does this and HTTP; the cost must not depend on how many
/// identities the collaboration has.
struct ProofToGrant: Sendable {
  let world: World
  private let verifier: ProofVerifier
  private let session = SessionHash(unchecked: [UInt8](repeating: 7, count: 32))
  private let audience: Origin
  let now: UInt64

  init(world: World, now: UInt64) throws {
    var generator = SystemRandomNumberGenerator()
    let key = ChallengeKey.random(keyID: 1, using: &generator)
    verifier = ProofVerifier(keys: ChallengeKeys(current: key))
    audience = try World.audience.get()
    self.world = world
    self.now = now
  }

  /// A proof as it arrives, with what the server knows about the request.
  struct Posted: Sendable {
    let body: [UInt8]
    let binding: ChallengeBinding
  }

  enum Failure: Error { case refused(String) }

  /// Every prover's proof, made beforehand: the device's work is not the server's.
  func posted() throws -> [Posted] {
    var generator = SeededGenerator(seed: UInt64(world.size))
    return try world.collaborations.flatMap { document in
      try document.provers.map { prover in
        let binding = ChallengeBinding(
          audience: audience, collaborationID: document.id, account: prover.account,
          session: session.bytes)
        let challenge = try verifier.keys.issue(
          at: now, epoch: document.epoch,
          nonce: ChallengeNonce(unchecked: generator.bytes(16)), binding: binding)
        let body = try prover.proof(
          answering: challenge, audience: audience, collaborationID: document.id)
        return Posted(body: body, binding: binding)
      }
    }
  }

  func verify(_ posted: Posted) throws -> VerifiedProof {
    switch verifier.verify(body: posted.body, binding: posted.binding, now: now) {
    case .verified(let proof): return proof
    case .refused(let refusal): throw Failure.refused(refusal.rawValue)
    }
  }

  /// Verifies and grants; anything but a new grant ends the benchmark.
  func grant(_ posted: Posted) async throws {
    let claim = GrantRules.Claim(try verify(posted))
    let caller = Caller(
      account: posted.binding.account,
      authority: .backend(session: session, displayName: nil))
    let call = Call(caller, at: now)
    let outcome = try await world.store.change {
      try GrantRules.grant(claim, for: call, reading: $0)
    }
    guard try outcome.get().isNew else { throw Failure.refused("granted before") }
  }

  /// As many requests as there are, all waiting at the same moment.
  func grantTogether(_ all: some Collection<Posted> & Sendable) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for posted in all { group.addTask { try await grant(posted) } }
      try await group.waitForAll()
    }
  }
}
