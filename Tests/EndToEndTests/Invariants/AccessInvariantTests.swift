import Foundation
import GroveClient
import GroveIdentity
import GroveSystem
import GroveWire
import Messenger
import Testing

/// Invariants 1 to 3 of design 5, against real servers and real messengers.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct AccessInvariantTests {
  @Test
  func
    `access is a join, never a flag: an account has access exactly while an active identity is bound to it`()
    async throws
  {
    try await SharingWorld.running { world in
      let share = try await Shared(in: world)
      #expect(try await !share.bob.canRead(share.document))
      _ = try await share.bob.open(share.collaborationID).get()
      #expect(try await share.bob.canRead(share.document))
      let root = try await share.root(of: share.bob)
      try await share.change(remove: [root])
      #expect(try await !share.bob.canRead(share.document))
      // Active again, but the old binding does not come back with it.
      try await share.change(add: [root])
      #expect(try await !share.bob.canRead(share.document))
      _ = try await share.bob.open(share.collaborationID).get()
      #expect(try await share.bob.canRead(share.document))
    }
  }

  @Test
  func
    `a link carries no authority: opening, prefetching, unfurling or forwarding it changes nothing and grants nothing`()
    async throws
  {
    try await SharingWorld.running { world in
      let share = try await Shared(in: world)
      let stranger = try await world.person("mallory")
      let before = try await share.alice.client.participants(of: share.collaborationID)
      let url = "\(world.app.origin.text)/d/\(share.collaborationID.text)"
      for method in ["GET", "HEAD", "GET"] {
        let answer = try await HTTPClientTransport().send(ClientRequest(url: url, method: method))
        #expect(answer.status == 200)
      }
      #expect(try await stranger.open(share.collaborationID) == .failure(.noInvitation))
      #expect(try await !stranger.canRead(share.document))
      #expect(try await share.alice.client.participants(of: share.collaborationID) == before)
      // A person without a matching identity may knock: the owner sees who asks.
      _ = try await stranger.client.knock(Knock(note: "It is me"), at: share.collaborationID)
      let knocks = try await share.alice.client.knocks(at: share.collaborationID).knocks
      #expect(knocks.map(\.account) == [stranger.account])
      #expect(try await !stranger.canRead(share.document))
    }
  }

  @Test
  func
    `the account is inside the signature, and the person sees which app account they are about to bind`()
    async throws
  {
    try await SharingWorld.running { world in
      let share = try await Shared(in: world)
      let mallory = try await world.person("mallory")
      // Mallory's session in Bob's browser: Bob's device is asked to sign for Mallory's account.
      let challenge = try await mallory.client.challenge(for: share.collaborationID)
      let asked = AskedAccounts()
      await share.bob.messenger.setAccountConfirmation { question in
        await asked.note(question.account)
        return false
      }
      let answer = try await share.bob.messenger.signedIdentityProof(
        for: share.collaborationID, using: challenge.data.bytes, of: world.app.origin)
      #expect(throws: ProofRequestRefusal.accountNotConfirmed) { try answer.get() }
      #expect(await asked.all == [mallory.account])
      // A proof that Bob made for his own account is worth nothing to another.
      await share.bob.settle(on: share.bob.messenger)
      let own = try await share.bob.client.challenge(for: share.collaborationID)
      let proof = try await share.bob.messenger.signedIdentityProof(
        for: share.collaborationID, using: own.data.bytes, of: world.app.origin
      ).get()
      let refusal = await refusalCode {
        try await mallory.client.prove(proof.json(), for: share.collaborationID)
      }
      #expect(refusal == .challengeInvalid)
      #expect(try await !mallory.canRead(share.document))
    }
  }
}

/// Which accounts a device was asked about.
private actor AskedAccounts {
  private(set) var all: [AccountLabel] = []
  func note(_ account: AccountLabel) { all.append(account) }
}
