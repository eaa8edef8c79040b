import CollaborationDomain
import GroveIdentity
import GroveTesting
import Testing

/// The grant transaction as transcripts (protocol 8.5 rows 8 to 10, 8.6, 9.4).
@Suite struct GrantRulesTests {
  private var world = CollaborationWorld(MemoryStore())

  @Test func `a nonce grants one root to one account`() async throws {
    try await world.share([1, 2])
    _ = try await world.grant(1, to: "bob", nonce: 1).get()
    #expect(try await world.grant(2, to: "bob", nonce: 1).refusal == .challengeUsed)
    #expect(try await world.grant(1, to: "eve", nonce: 1).refusal == .challengeUsed)
    #expect(try await !world.grant(1, to: "bob", nonce: 1).get().isNew)
  }

  @Test func `a nonce is consumed on success only`() async throws {
    try await world.share([1])
    _ = try await world.grant(1, to: "bob", nonce: 1).get()
    #expect(try await world.grant(1, to: "eve", nonce: 2).refusal == .alreadyBound)
    #expect(try await world.grant(9, to: "eve", nonce: 2).refusal == .notVerified)
    let nonce = CollaborationWorld.nonce(2)
    #expect(try await world.store.read { try $0.usedNonce(nonce) } == nil)
  }

  @Test func `a used challenge does not let a leaver back in`() async throws {
    try await world.share([1])
    _ = try await world.grant(1, to: "bob", nonce: 1).get()
    let (id, call) = (try CollaborationWorld.collaboration(1), try world.call("bob"))
    _ = try await world.store.change {
      try IdentityRules.leave(id, for: call, reading: $0)
    }.get()
    #expect(try await world.grant(1, to: "bob", nonce: 1).refusal == .challengeUsed)
    #expect(try await world.grant(1, to: "bob", nonce: 2).get().isNew)
  }

  @Test func `time that passed since the proof was checked counts at the grant`() async throws {
    try await world.share([1])
    let refusal = try await world.grant(
      1, to: "bob", nonce: 1, issuedAt: world.now - 120_000
    ).refusal
    #expect(refusal == .challengeExpired)
  }

  @Test func `a challenge from a later epoch than the activation is good`() async throws {
    try await world.share([1])
    let early = try await world.epoch()
    _ = try await world.update(add: [2], request: 1).get()
    #expect(try await world.grant(1, to: "bob", nonce: 1, epoch: early).get().isNew)
    #expect(try await world.grant(2, to: "eve", nonce: 2, epoch: early).refusal == .challengeStale)
  }

  @Test func `a session that has ended grants nothing`() async throws {
    try await world.share([1])
    let bob = try CollaborationWorld.account("bob")
    let session = SessionRecord(
      hash: .zero, account: bob, createdAt: world.now, expiresAt: world.now + 10)
    let account = AccountRecord(
      account: bob, displayName: "Bob", password: nil, createdAt: world.now)
    let caller = Caller(account: bob, authority: .session(session.hash))
    let claim = GrantRules.Claim(
      uncheckedCollaboration: try CollaborationWorld.collaboration(1),
      root: CollaborationWorld.root(1), nonce: .zero, challengeEpoch: .max,
      challengeExpiresAt: .max, nonceExpiresAt: .max)
    let grant = { (now: UInt64) in
      try await world.store.change {
        try GrantRules.grant(claim, for: Call(caller, at: now), reading: $0)
      }
    }
    #expect(try await grant(world.now).refusal == .unauthenticated)
    try await world.store.change { _ in
      Decision((), changes: [.putAccount(account), .putSession(session)])
    }
    #expect(try await grant(world.now + 10).refusal == .unauthenticated)
    #expect(try await grant(world.now + 9).get().isNew)
  }

  @Test func `a grant answers the knock that was waiting`() async throws {
    try await world.share([1])
    let (id, call) = (try CollaborationWorld.collaboration(1), try world.call("bob"))
    _ = try await world.store.change {
      try KnockRules.knock(
        id, id: CollaborationWorld.knock(1), note: nil, for: call, reading: $0)
    }.get()
    for knock in try await world.store.read({ try $0.waitingKnocks(in: id, limit: 10) }) {
      _ = try await world.store.change { try KnockRules.deliver(knock, reading: $0) }
    }
    #expect(try await world.store.read { try $0.openKnocks(in: id, limit: 10) }.count == 1)
    _ = try await world.grant(1, to: "bob", nonce: 1).get()
    #expect(try await world.store.read { try $0.openKnocks(in: id, limit: 10) }.isEmpty)
  }

  @Test func `a challenge for an unknown collaboration carries epoch 0`() async throws {
    try await world.share()
    let call = try world.call("eve")
    for (number, expected) in [(1, UInt64(CollaborationWorld.firstEpoch)), (2, 0)] {
      let id = try CollaborationWorld.collaboration(number)
      let epoch = try await world.store.read {
        try GrantRules.challengeEpoch(of: id, for: call, reading: $0)
      }.get()
      #expect(epoch == expected)
    }
  }
}
