import Foundation
import GroveClient
import GroveIdentity
import GroveSystem
import GroveWire
import Messenger
import Testing

/// Invariants 4 and 5 of design 5: what is decided by the database, raced by real requests.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct RaceInvariantTests {
  @Test
  func `one identity, one account; one nonce, one grant`() async throws {
    try await SharingWorld.running { world in
      let share = try await Shared(in: world)
      let proof = try await proof(of: share.bob, in: share)
      let granted = await withTaskGroup { group in
        for _ in 0..<24 {
          group.addTask {
            try? await share.bob.client.prove(proof, for: share.collaborationID).result
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(granted.filter { $0 == .granted }.count == 1)
      #expect(granted.filter { $0 == .alreadyGranted }.count == 23)
      // Bob's device is asked to prove for another account of his: his identity is taken.
      let other = try await world.person("robert")
      await share.bob.messenger.setAccountConfirmation { _ in true }
      let challenge = try await other.client.challenge(for: share.collaborationID)
      let second = try await share.bob.messenger.signedIdentityProof(
        for: share.collaborationID, using: challenge.data.bytes, of: world.app.origin
      ).get()
      let refusal = await refusalCode {
        try await other.client.prove(second.json(), for: share.collaborationID)
      }
      #expect(refusal == .alreadyBound)
      let bound = try await share.alice.client.participants(of: share.collaborationID)
        .participants.compactMap(\.account)
      #expect(bound == [share.bob.account])
    }
  }

  @Test
  func
    `removal is final for everything issued before it, whatever the interleaving, and ends live sessions`()
    async throws
  {
    try await SharingWorld.running { world in
      let share = try await Shared(in: world)
      _ = try await share.bob.open(share.collaborationID).get()
      let root = try await share.root(of: share.bob)
      for _ in 0..<12 {
        let old = try await proof(of: share.bob, in: share)
        async let removed = share.change(remove: [root])
        async let proved = try? share.bob.client.prove(old, for: share.collaborationID)
        async let wrote = try? append(share)
        _ = try await removed
        #expect(try await !share.bob.canRead(share.document))
        _ = await (proved, wrote)
        #expect(try await !share.bob.canRead(share.document))
        // Added again, the challenge from before is stale and the account has no access.
        try await share.change(add: [root])
        let refusal = await refusalCode {
          try await share.bob.client.prove(old, for: share.collaborationID)
        }
        #expect(refusal == .challengeStale)
        #expect(try await !share.bob.canRead(share.document))
        _ = try await share.bob.open(share.collaborationID).get()
      }
      try await endsLiveSessions(share, root)
    }
  }

  /// When the removal answers, the stream has ended and no write is taken.
  private func endsLiveSessions(_ share: Shared, _ root: RootHash) async throws {
    var stream = share.bob.client.documentStream(share.document.documentID).makeAsyncIterator()
    guard case .opened = try await stream.next() else {
      Issue.record("the stream did not open")
      return
    }
    let updated = try await share.change(remove: [root])
    #expect(updated.cut.accounts == 1)
    #expect(updated.cut.streams >= 1)
    #expect(updated.cut.microseconds < 5_000_000)
    #expect(await refusalCode { try await append(share) } == .notFound)
    var last: StreamEnded.Reason?
    while let item = try await stream.next() {
      if case .event(.ended(let end)) = item { last = end.reason }
    }
    #expect(last == .removed)
  }

  @discardableResult
  private func append(_ share: Shared) async throws -> UpdateAppended {
    try await share.bob.client.appendUpdate(
      AppendUpdate(updateID: .random(), kind: .edit, data: Base64URLBytes([1])),
      to: share.document.documentID)
  }

  private func proof(of person: SharingPerson, in share: Shared) async throws -> [UInt8] {
    let challenge = try await person.client.challenge(for: share.collaborationID)
    return try await person.messenger.signedIdentityProof(
      for: share.collaborationID, using: challenge.data.bytes, of: person.client.origin
    ).get().json()
  }
}
