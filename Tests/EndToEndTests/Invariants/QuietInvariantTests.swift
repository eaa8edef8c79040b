import Foundation
import GroveClient
import GroveIdentity
import GroveMessage
import GroveSystem
import GroveWire
import Messenger
import Testing

/// Invariants 7 and 10 of design 5, between real messengers.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct QuietInvariantTests {
  @Test
  func
    `a failed or cancelled share leaves nothing: no identity on the server, no message, no invitation`()
    async throws
  {
    try await SharingWorld.running { world in
      let share = try await Shared(in: world)
      let before = try await share.bob.messenger.thread(share.conversation, limit: 100).count
      let secret = try await share.alice.document("Secret Sauce")
      await share.alice.messenger.register(
        FailingApp(origin: world.app.origin, app: share.alice.app))
      let (draftID, outcome) = try await share.alice.share(secret, in: share.conversation)
      guard case .failed = outcome else {
        Issue.record("the share went out")
        return
      }
      let drafts = try await share.alice.messenger.drafts()
      #expect(drafts.map(\.draft.draftID) == [draftID])
      #expect(drafts.first?.draft.failure != nil)
      _ = try await share.bob.messenger.sync()
      #expect(try await share.bob.messenger.highlights().count == 1)
      #expect(try await share.bob.messenger.thread(share.conversation, limit: 100).count == before)
      #expect(try await share.alice.client.document(secret.documentID).collaborationID == nil)
      #expect(try !world.relayHas(Array("Secret Sauce".utf8)))
    }
  }

  @Test
  func
    `notices are quiet and honest: one visible banner per collaboration and kind, actors merged, mentions for one person`()
    async throws
  {
    try await SharingWorld.running { world in
      let charlie = try await world.person("charlie")
      let dora = try await world.person("dora")
      let share = try await Shared(in: world, others: ["charlie", "dora"])
      for person in [share.bob, charlie, dora] {
        _ = try await person.messenger.sync()
        _ = try await person.open(share.collaborationID).get()
        for _ in 0..<3 {
          _ = try await person.messenger.postNotice(
            person.messenger.noticeDraft(.edit), for: share.collaborationID, of: world.app.origin
          ).get()
        }
      }
      let mention = share.bob.messenger.noticeDraft(
        .mention, mentioning: try await share.root(of: charlie))
      let told = try await share.bob.messenger.postNotice(
        mention, for: share.collaborationID, of: world.app.origin
      ).get()
      #expect(told == [charlie.messenger.accountID])
      _ = try await share.alice.messenger.sync()
      let notices = try await share.alice.messenger.notices(in: share.conversation)
      #expect(notices.count == 1)
      #expect(notices.first?.banner.actors.count == 3)
      #expect(notices.first?.text.contains("2 others edited") == true, "\(notices.map(\.text))")
      _ = try await charlie.messenger.sync()
      _ = try await dora.messenger.sync()
      let kinds = try await charlie.messenger.notices(in: share.conversation).map(\.banner.kind)
      #expect(kinds.contains(.mention))
      let others = try await dora.messenger.notices(in: share.conversation).map(\.banner.kind)
      #expect(!others.contains(.mention))
    }
  }
}

/// Starts like the app it stands before, and cannot store who is invited.
private struct FailingApp: CollaborationApp {
  let origin: Origin
  let app: DocumentApp
  var name: String { "Failing" }

  func start(_ action: StartCollaborationAction) async -> StartCollaborationAnswer {
    await app.start(action)
  }

  func updateParticipants(_ action: UpdateParticipantsAction) async -> CollaborationActionAnswer {
    action.addedRoots.isEmpty
      ? await app.updateParticipants(action) : .failed(reason: "the server is full")
  }

  func shareCancelled(_ cancellation: ShareCancellation) async -> CollaborationActionAnswer {
    await app.shareCancelled(cancellation)
  }
}
