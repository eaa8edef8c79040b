import GroveIdentity
import GroveSystem
import GroveWire
import RelayDomain
import Testing

@testable import Messenger
@testable import MessengerDomain

/// Who is written to by somebody unknown decides first, from device to device over a real relay.
@Suite(.timeLimit(.minutes(15))) struct MessageRequestTests {
  @Test func `nothing of a request is shown on any device until it is accepted; then all is`()
    async throws
  {
    let relay = try RelayHost()
    try await relay.running {
      let eve = try await MessengerDevice.signUp("eve", at: relay, policy: .ask)
      let bob = try await MessengerDevice.signUp("bob", at: relay, policy: .ask)
      let tablet = try await MessengerDevice.link(to: bob, at: relay)
      let id = try await eve.createConversation(name: "Kitchen", members: ["bob"])
      let first = try await eve.sendText("hello", in: id)
      #expect(first.delivery == .sent)
      try await eve.sendText("it is me", in: id)
      for device in [bob, tablet] {
        try await device.sync()
        #expect(try await device.conversations().isEmpty)
        #expect(try await device.requests().map(\.requestedBy) == [eve.accountID])
        #expect(try await MessengerDevice.texts(device, id).isEmpty)
      }
      // Nobody is told that it arrived, and nothing can be said in it.
      try await eve.sync()
      #expect(try await eve.thread(id).allSatisfy { $0.delivery != .delivered })
      await #expect(throws: MessengerError(.requestPending)) {
        try await bob.sendText("who are you?", in: id)
      }
      try await bob.accept(id)
      try await tablet.sync()
      for device in [bob, tablet] {
        #expect(try await device.requests().isEmpty)
        #expect(try await device.conversations().map(\.name) == ["Kitchen"])
        #expect(try await MessengerDevice.texts(device, id) == ["hello", "it is me"])
      }
      try await eve.sync()
      #expect(try await eve.thread(id).filter { $0.delivery == .delivered }.count == 2)
      try await bob.sendText("welcome", in: id)
      try await eve.sync()
      #expect(try await MessengerDevice.texts(eve, id).last == "welcome")
      for device in [eve, bob, tablet] {
        #expect(try await device.ignoredEvents().isEmpty)
        #expect(try await device.alarms().isEmpty)
      }
    }
  }

  @Test func `what was said in a request that is deleted is gone, and adding again asks again`()
    async throws
  {
    let relay = try RelayHost()
    try await relay.running {
      let eve = try await MessengerDevice.signUp("eve", at: relay, policy: .ask)
      let bob = try await MessengerDevice.signUp("bob", at: relay, policy: .ask)
      let id = try await eve.createConversation(members: ["bob"])
      try await eve.sendText("hello", in: id)
      try await bob.sync()
      try await bob.decline(id)
      #expect(try await bob.requests().isEmpty)
      #expect(try await MessengerDevice.texts(bob, id).isEmpty)
      #expect(try await bob.store.read { try $0.heldCount(of: id) } == 0)
      try await eve.sync()
      try await eve.addMembers(["bob"], to: id)
      try await bob.sync()
      #expect(try await bob.conversations().allSatisfy { $0.state == .left })
      #expect(try await bob.requests().map(\.conversationID) == [id])
    }
  }

  @Test func `whoever is blocked is told that it was not delivered, and the others read it`()
    async throws
  {
    let relay = try RelayHost()
    try await relay.running {
      let eve = try await MessengerDevice.signUp("eve", at: relay)
      let bob = try await MessengerDevice.signUp("bob", at: relay)
      let carl = try await MessengerDevice.signUp("carl", at: relay)
      let id = try await eve.createConversation(members: ["bob", "carl"])
      for device in [bob, carl] { try await device.sync() }
      try await bob.block(eve.accountID)
      #expect(try await bob.admission().blocked == [eve.accountID])
      let item = try await eve.sendText("hello", in: id)
      #expect(item.delivery == .sent)
      #expect(
        item.undelivered == [Undelivery(accountID: bob.accountID, reason: "not_delivered")])
      for device in [bob, carl] { try await device.sync() }
      #expect(try await MessengerDevice.texts(bob, id).isEmpty)
      #expect(try await MessengerDevice.texts(carl, id) == ["hello"])
      let second = try await eve.createConversation(members: ["bob", "carl"])
      #expect(
        try await eve.conversation(second).members
          == [eve.accountID, carl.accountID].sorted())
      let lines = try await eve.thread(second).compactMap { item in
        if case .roster(let line) = item.content, line.kind == .notAdded {
          line.subjects
        } else {
          nil
        }
      }
      #expect(lines == [[bob.accountID]])
    }
  }

  @Test func `a message for which there was no room reaches its person later, once`() async throws {
    var limits = RelayLimits()
    limits.shareEntries = 4
    let relay = try RelayHost(limits: limits)
    try await relay.running {
      let eve = try await MessengerDevice.signUp("eve", at: relay)
      let bob = try await MessengerDevice.signUp("bob", at: relay)
      let carl = try await MessengerDevice.signUp("carl", at: relay)
      let id = try await eve.createConversation(members: ["bob", "carl"])
      try await carl.sync()
      // With the conversation's event and the gossip of the first line, there is room for two.
      for number in 1...2 { try await eve.sendText("\(number)", in: id) }
      try await carl.sync()
      let item = try await eve.sendText("3", in: id)
      #expect(item.delivery == .sent)
      #expect(item.undelivered == [Undelivery(accountID: bob.accountID, reason: "mailbox_full")])
      try await carl.sync()
      #expect(try await MessengerDevice.texts(carl, id) == ["1", "2", "3"])
      try await bob.sync()
      #expect(try await MessengerDevice.texts(bob, id) == ["1", "2"])
      let due = try await eve.store.read { try $0.undelivered(dueAt: .max) }
      #expect(due.map(\.attempts) == [0])
      for message in due {
        var now = message
        now.nextAt = 0
        let early = now
        try await eve.write { _ in [.setUndelivered(early)] }
      }
      try await eve.sync()
      let again = try await eve.thread(id).last { $0.messageID == item.messageID }
      #expect(again?.undelivered == [])
      for device in [bob, carl] { try await device.sync() }
      #expect(try await MessengerDevice.texts(bob, id) == ["1", "2", "3"])
      #expect(try await MessengerDevice.texts(carl, id) == ["1", "2", "3"])
    }
  }

  @Test func `a device that comes back after its mail expired knows how much it missed`()
    async throws
  {
    let relay = try RelayHost()
    try await relay.running {
      let alice = try await MessengerDevice.signUp("alice", at: relay)
      let bob = try await MessengerDevice.signUp("bob", at: relay)
      let id = try await alice.createConversation(name: "Old", members: ["bob"])
      try await alice.sendText("long ago", in: id)
      try await relay.expireMail()
      try await alice.rename(id, to: "New")
      try await bob.sync()
      #expect(try await bob.takeMissedCount() == 3, "the conversation, the text, its gossip")
      #expect(try await bob.takeMissedCount() == 0)
      #expect(try await bob.conversations().map(\.name) == ["New"])
      #expect(try await MessengerDevice.texts(bob, id).isEmpty)
      try await alice.sendText("now", in: id)
      try await bob.sync()
      #expect(try await MessengerDevice.texts(bob, id) == ["now"])
      let devices = try await bob.devices()
      #expect(devices.allSatisfy { ($0.receivesUntil ?? 0) > ($0.lastSeenAt ?? .max) })
    }
  }
}
