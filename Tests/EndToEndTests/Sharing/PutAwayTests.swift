import GroveIdentity
import GroveMessage
import GroveSystem
import Testing

@testable import Messenger

/// What a person has seen on one of their devices (protocol 12.9.1).
@Suite(.timeLimit(.minutes(3))) struct PutAwayTests {
  @Test func `what is put away or opened on one device is put away on the others of its person`()
    async throws
  {
    try await SharingWorld.running { world in
      let alice = try await world.person("alice")
      let bob = try await world.person("bob")
      let tablet = try await MessengerDevice.link(to: bob.messenger, at: world.relay)
      await bob.settle(on: tablet)
      let conversation = try await alice.messenger.createConversation(members: ["bob"])
      let devices = [bob.messenger, tablet]
      _ = try await alice.share(try await alice.document("Soup"), in: conversation)
      for device in devices { try await device.sync() }
      let origin = world.app.origin
      let id = try #require(try await tablet.highlights().first).collaborationID
      func tell(_ kind: NoticeKind) async throws {
        let post = alice.messenger.noticeDraft(kind)
        _ = try await alice.messenger.postNotice(post, for: id, of: origin).get()
        for device in devices { try await device.sync() }
      }
      func shown() async throws -> [[String]] {
        var texts: [[String]] = []
        for device in devices {
          texts.append(try await device.notices(in: conversation).map(\.text))
        }
        return texts
      }
      try await tell(.edit)
      try await tell(.comment)
      #expect(
        try await shown() == [
          ["Alice edited", "Alice commented"], ["Alice edited", "Alice commented"],
        ])
      try await tablet.dismiss(#require(try await tablet.notices(in: conversation).first))
      for device in devices.reversed() { try await device.sync() }
      #expect(try await shown() == [["Alice commented"], ["Alice commented"]])
      try await bob.messenger.clearNotices(for: id, of: origin)
      for device in devices { try await device.sync() }
      #expect(try await shown() == [[], []])
    }
  }
}
