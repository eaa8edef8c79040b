import GroveClient
import GroveIdentity
import GroveMessage
import GroveSystem
import GroveWire
import Testing

@testable import Messenger

@Suite(.timeLimit(.minutes(3))) struct SharingNoticeTests {
  @Test func `a notice reaches everybody, a mention one person, and both are gone when cleared`()
    async throws
  {
    try await SharingWorld.running { world in
      let alice = try await world.person("alice")
      let bob = try await world.person("bob")
      let carol = try await world.person("carol")
      let conversation = try await alice.messenger.createConversation(members: ["bob", "carol"])
      let document = try await alice.document("Baking Recipes")
      _ = try await alice.share(document, in: conversation)
      for person in [bob, carol] { try await person.messenger.sync() }
      let origin = world.app.origin
      let id = try #require(try await bob.messenger.highlights().first).collaborationID
      let bobsRoot = try await bob.open(id).get().root

      // Carol edits twice and mentions Bob.
      for _ in 0..<2 {
        let told = try await carol.messenger.postNotice(
          carol.messenger.noticeDraft(.edit), for: id, of: origin)
        #expect(
          try told.get() == [alice.messenger.accountID, bob.messenger.accountID].sorted())
      }
      let mention = try await carol.messenger.postNotice(
        carol.messenger.noticeDraft(.mention, mentioning: bobsRoot), for: id, of: origin)
      #expect(try mention.get() == [bob.messenger.accountID])
      for person in [alice, bob] { try await person.messenger.sync() }
      let seenByAlice = try await alice.messenger.notices(in: conversation)
      #expect(seenByAlice.map(\.text) == ["Carol edited"])
      #expect(seenByAlice.map(\.attribution) == ["Carol's app says"])
      let link = try await bob.messenger.highlights().first?.link
      #expect(seenByAlice.first?.link == link)
      let seenByBob = try await bob.messenger.notices(in: conversation)
      #expect(seenByBob.map(\.text) == ["Carol edited", "Carol mentioned you"])

      try await carol.messenger.retractNotices(for: id, of: origin)
      try await alice.messenger.sync()
      #expect(try await alice.messenger.notices(in: conversation).isEmpty)
      try await bob.messenger.clearNotices(for: id, of: origin)
      #expect(try await bob.messenger.notices(in: conversation).isEmpty)
    }
  }

  @Test func `a notice the server vouches for is a fact`() async throws {
    try await SharingWorld.running { world in
      let alice = try await world.person("alice")
      let bob = try await world.person("bob")
      let conversation = try await alice.messenger.createConversation(members: ["bob"])
      let document = try await alice.document("Baking Recipes")
      _ = try await alice.share(document, in: conversation)
      try await bob.messenger.sync()
      let origin = world.app.origin
      let id = try #require(try await bob.messenger.highlights().first).collaborationID
      _ = try await bob.open(id).get()
      let update = RequestID.random()
      _ = try await bob.client.appendUpdate(
        AppendUpdate(updateID: update, kind: .edit, data: Base64URLBytes([1, 2, 3])),
        to: document.documentID)
      let draft = bob.messenger.noticeDraft(.edit)
      let vouched = try await bob.client.attestNotice(
        AttestNotice(
          noticeID: draft.noticeID, event: Int(draft.kind.event),
          trigger: Int(draft.kind.trigger), at: DecimalUInt64(draft.at)),
        in: id)
      let notice = NoticePost(
        noticeID: draft.noticeID, kind: draft.kind, at: draft.at,
        attestation: NoticeAttestation(
          keyID: vouched.keyID, root: vouched.root, signature: vouched.signature))
      _ = try await bob.messenger.postNotice(notice, for: id, of: origin).get()
      try await alice.messenger.sync()
      let shown = try #require(try await alice.messenger.notices(in: conversation).first)
      #expect(shown.text == "Bob edited" && shown.attribution == nil)
    }
  }
}
