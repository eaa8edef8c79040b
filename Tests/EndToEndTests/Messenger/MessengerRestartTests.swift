import GroveClient
import GroveIdentity
import GroveMessage
import GroveSystem
import GroveWire
import Testing

@testable import Messenger

@Suite(.timeLimit(.minutes(15))) struct MessengerRestartTests {
  @Test func `what is done while the relay is away is queued, visible as queued, and sent later`()
    async throws
  {
    let relay = try RelayHost()
    let (alice, bob, conversation) = try await relay.running {
      let alice = try await MessengerDevice.signUp("alice", at: relay)
      let bob = try await MessengerDevice.signUp("bob", at: relay)
      return (alice, bob, try await alice.createConversation(members: ["bob"]))
    }
    for number in 1...3 {
      #expect(
        try await alice.sendText("text \(number)", in: conversation).delivery == .queued)
    }
    try await alice.rename(conversation, to: "Later")
    let file = Array("a file".utf8)
    try await alice.sendCopy(
      file, name: "f", mediaType: "text/plain", text: "copy", in: conversation)
    let away = try await alice.sync()
    #expect(away.queued == 5 && away.sent == 0)
    #expect(away.interruption?.code == .relayUnreachable)
    #expect(try await alice.queuedCount() == 5)

    try await relay.running {
      let back = try await alice.sync()
      #expect(back.interruption == nil)
      #expect(back.sent == 5 && back.queued == 0)
      try await bob.sync()
      #expect(
        try await MessengerDevice.texts(bob, conversation)
          == ["text 1", "text 2", "text 3", "copy"])
      #expect(try await bob.conversation(conversation).name == "Later")
      let copy = try #require(try await bob.thread(conversation).last { $0.messageID != nil })
      #expect(try await bob.attachment(of: copy) == file)
    }
  }

  @Test func `a conversation can be started and written in while the relay is away`() async throws {
    let relay = try RelayHost()
    let (alice, bob) = try await relay.running {
      let alice = try await MessengerDevice.signUp("alice", at: relay)
      let bob = try await MessengerDevice.signUp("bob", at: relay)
      _ = try await alice.contact(handle: "bob")
      return (alice, bob)
    }
    let conversation = try await alice.createConversation(members: ["bob"])
    #expect(try await alice.conversation(conversation).state == .pending)
    try await alice.sendText("early", in: conversation)
    await #expect(throws: MessengerError(.relayUnreachable)) {
      _ = try await alice.createConversation(members: ["stranger"])
    }
    try await relay.running {
      try await alice.sync()
      try await bob.sync()
      #expect(try await alice.conversation(conversation).state == .active)
      #expect(try await MessengerDevice.texts(bob, conversation) == ["early"])
    }
  }

  @Test func `what the relay refuses later is shown as failed with its reason`() async throws {
    let relay = try RelayHost()
    let (alice, bob, conversation) = try await relay.running {
      let alice = try await MessengerDevice.signUp("alice", at: relay)
      let bob = try await MessengerDevice.signUp("bob", at: relay)
      return (alice, bob, try await alice.createConversation(members: ["bob"]))
    }
    let queued = try await bob.sync()
    #expect(queued.interruption?.code == .relayUnreachable)
    _ = try await relay.running { try await bob.sync() }
    try await bob.sendText("am I still in?", in: conversation)
    try await relay.running {
      try await alice.removeMembers(["bob"], from: conversation)
      let report = try await bob.flush()
      #expect(report.refusals.count == 1)
      let item = try #require(try await bob.thread(conversation).last { $0.messageID != nil })
      #expect(item.delivery == .failed(reason: "not_a_member"))
      #expect(try await bob.queuedCount() == 0)
    }
  }

  @Test func `opening the folder again loses nothing and shows nothing twice`() async throws {
    let relay = try RelayHost()
    let folder = MessengerDevice.folder()
    try await relay.running {
      let alice = try await MessengerDevice.signUp("alice", at: relay)
      let conversation = try await Self.received(folder, from: alice, at: relay)
      for number in 1...10 { try await alice.sendText("second \(number)", in: conversation) }
      // Taken in and never acknowledged, as when the process is killed between the two.
      try await Self.reopened(folder) { bob in
        let position = try await bob.mailboxPosition()
        for event in try await bob.relay.mailbox(after: position, limit: 200).events {
          try await bob.take(event)
        }
      }
      try await Self.reopened(folder) { bob in
        let before = try await MessengerDevice.texts(bob, conversation)
        #expect(before.count == 20)
        // The relay delivers everything since the acknowledgement again.
        try await bob.write { _ in [.set(.mailboxPosition, 0)] }
        let report = try await bob.sync()
        #expect(report.received > 0)
        #expect(try await MessengerDevice.texts(bob, conversation) == before)
      }
      // The file is locked while it is open, and only then.
      try await Self.reopened(folder) { _ in
        await #expect(throws: MessengerError(.inUse)) {
          _ = try await Messenger.open(folder: folder)
        }
      }
    }
  }

  /// Bob signs up, gets ten texts and closes.
  private static func received(_ folder: String, from alice: Messenger, at relay: RelayHost)
    async throws -> ConversationID
  {
    let bob = try await MessengerDevice.signUp("bob", at: relay, folder: folder)
    let conversation = try await alice.createConversation(members: ["bob"])
    for number in 1...10 { try await alice.sendText("first \(number)", in: conversation) }
    try await bob.sync()
    #expect(try await MessengerDevice.texts(bob, conversation).count == 10)
    return conversation
  }

  private static func reopened(_ folder: String, _ body: (Messenger) async throws -> Void)
    async throws
  {
    try await body(
      try await Messenger.open(folder: folder, environment: MessengerDevice.environment()))
  }
}
