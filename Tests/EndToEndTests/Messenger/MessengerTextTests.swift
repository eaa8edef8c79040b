import GroveIdentity
import GroveMessage
import GroveSystem
import Testing

@testable import Messenger
@testable import MessengerDomain

@Suite(.timeLimit(.minutes(15))) struct MessengerTextTests {
  @Test func `a text arrives on every device of every member exactly once`() async throws {
    let relay = try RelayHost()
    try await relay.running {
      let alice = try await MessengerDevice.signUp("alice", at: relay)
      let aliceTablet = try await MessengerDevice.link(to: alice, at: relay)
      let bob = try await MessengerDevice.signUp("bob", at: relay)
      let conversation = try await alice.createConversation(name: "Baking", members: ["bob"])
      let item = try await alice.sendText("hello", in: conversation)
      #expect(item.delivery == .sent)
      for device in [bob, aliceTablet, bob, aliceTablet] {
        let report = try await device.sync()
        #expect(report.interruption == nil)
      }
      #expect(try await MessengerDevice.texts(bob, conversation) == ["hello"])
      #expect(try await MessengerDevice.texts(aliceTablet, conversation) == ["hello"])
      #expect(try await bob.conversation(conversation).name == "Baking")
      let shown = try #require(
        try await aliceTablet.thread(conversation).last { $0.messageID != nil })
      #expect(shown.sender == alice.accountID)
      #expect(shown.delivery == .delivered)
      #expect(!shown.isFromRemovedDevice)
    }
  }

  @Test func `a text is delivered when a device of every other member has it`() async throws {
    let relay = try RelayHost()
    try await relay.running {
      let alice = try await MessengerDevice.signUp("alice", at: relay)
      let bob = try await MessengerDevice.signUp("bob", at: relay)
      let carol = try await MessengerDevice.signUp("carol", at: relay)
      let conversation = try await alice.createConversation(members: ["bob", "carol"])
      try await alice.sendText("hello", in: conversation)
      func delivery() async throws -> Delivery? {
        try await alice.sync()
        return try await alice.thread(conversation).last { $0.messageID != nil }?.delivery
      }
      try await bob.sync()
      #expect(try await delivery() == .sent)
      try await carol.sync()
      #expect(try await delivery() == .delivered)
    }
  }

  @Test func `a running device receives, answers and tells its listeners`() async throws {
    let relay = try RelayHost()
    try await relay.running {
      let alice = try await MessengerDevice.signUp("alice", at: relay)
      let bob = try await MessengerDevice.signUp("bob", at: relay)
      let conversation = try await alice.createConversation(members: ["bob"])
      let events = bob.events()
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await bob.run() }
        group.addTask { try await alice.run() }
        for number in 1...20 { try await alice.sendText("text \(number)", in: conversation) }
        for await event in events where event == .itemAdded(conversation) {
          if try await MessengerDevice.texts(bob, conversation).count == 20 { break }
        }
        // Bob's receipts come back while both run.
        while try await alice.thread(conversation).last(where: { $0.messageID != nil })?.delivery
          != .delivered
        {
          try await Task.sleep(for: .milliseconds(20))
        }
        group.cancelAll()
      }
      #expect(
        try await MessengerDevice.texts(bob, conversation) == (1...20).map { "text \($0)" })
    }
  }

  @Test func `a copy of a file arrives as it was sent, and the relay has only sealed bytes`()
    async throws
  {
    let relay = try RelayHost()
    try await relay.running {
      let alice = try await MessengerDevice.signUp("alice", at: relay)
      let bob = try await MessengerDevice.signUp("bob", at: relay)
      let conversation = try await alice.createConversation(members: ["bob"])
      let file = Array("the secret recipe".utf8) + [UInt8](repeating: 7, count: 50_000)
      let item = try await alice.sendCopy(
        file, name: "recipe.txt", mediaType: "text/plain", text: "for you", in: conversation)
      #expect(item.delivery == .sent)
      try await bob.sync()
      let received = try #require(
        try await bob.thread(conversation).last { $0.messageID != nil })
      guard case .text("for you", let attachment?) = received.content else {
        Issue.record("no attachment arrived")
        return
      }
      #expect(attachment.name == "recipe.txt" && attachment.size == UInt64(file.count))
      #expect(try await bob.attachment(of: received) == file)
      #expect(try await alice.attachment(of: item) == file)
      #expect(try relay.storedBytes(containing: Array("secret recipe".utf8)).isEmpty)
    }
  }

  @Test func `a change of the roster is shown to everybody before and after it`() async throws {
    let relay = try RelayHost()
    try await relay.running {
      let alice = try await MessengerDevice.signUp("alice", at: relay)
      let bob = try await MessengerDevice.signUp("bob", at: relay)
      let carol = try await MessengerDevice.signUp("carol", at: relay)
      let conversation = try await alice.createConversation(members: ["bob"])
      try await alice.addMembers(["carol"], to: conversation)
      try await alice.rename(conversation, to: "Three")
      try await alice.removeMembers(["bob"], from: conversation)
      try await alice.sendText("without bob", in: conversation)
      for device in [alice, bob, carol] { try await device.sync() }
      let kinds = try await bob.thread(conversation).compactMap { item -> RosterLine.Kind? in
        if case .roster(let line) = item.content { line.kind } else { nil }
      }
      #expect(kinds == [.created, .added, .renamed, .removed])
      #expect(try await bob.conversation(conversation).state == .left)
      #expect(try await MessengerDevice.texts(bob, conversation).isEmpty)
      #expect(try await MessengerDevice.texts(carol, conversation) == ["without bob"])
      await #expect(throws: MessengerError(.notAMember)) {
        try await bob.sendText("let me in", in: conversation)
      }
    }
  }
}
