import GroveIdentity
import GroveMessage
import GroveSystem
import GroveWire
import Testing

@testable import Messenger
@testable import MessengerDomain

@Suite(.timeLimit(.minutes(15))) struct MessengerDeviceTests {
  @Test func `a linked device reads and writes as the account, and everybody sees the change`()
    async throws
  {
    let relay = try RelayHost()
    try await relay.running {
      let alice = try await MessengerDevice.signUp("alice", at: relay)
      let bob = try await MessengerDevice.signUp("bob", at: relay)
      let conversation = try await alice.createConversation(members: ["bob"])
      try await alice.sendText("one device", in: conversation)
      try await bob.sync()
      let tablet = try await MessengerDevice.link(to: alice, at: relay)
      #expect(tablet.accountID == alice.accountID && tablet.handle == "alice")
      #expect(try await alice.devices().count == 2)
      try await tablet.sync()
      #expect(try await tablet.conversation(conversation).members.count == 2)
      try await tablet.sendText("two devices", in: conversation)
      for device in [alice, bob] { try await device.sync() }
      #expect(try await MessengerDevice.texts(bob, conversation) == ["one device", "two devices"])
      #expect(try await MessengerDevice.texts(alice, conversation).last == "two devices")
      #expect(
        try await Self.security(bob, conversation)
          == [SecurityLine(kind: .deviceAdded, accountID: alice.accountID)])
      #expect(try await bob.alarms().isEmpty)
    }
  }

  @Test func `a sender that has not heard of a new device asks again and reaches it`() async throws
  {
    let relay = try RelayHost()
    try await relay.running {
      let alice = try await MessengerDevice.signUp("alice", at: relay)
      let bob = try await MessengerDevice.signUp("bob", at: relay)
      let conversation = try await bob.createConversation(members: ["alice"])
      try await bob.sendText("before", in: conversation)
      let tablet = try await MessengerDevice.link(to: alice, at: relay)
      // Bob has not read his mailbox: he seals to the devices he knows and is told that they changed.
      #expect(try await bob.sendText("after", in: conversation).delivery == .sent)
      try await tablet.sync()
      #expect(try await MessengerDevice.texts(tablet, conversation) == ["after"])
    }
  }

  @Test func `a person who does not recognise the digits joins nothing`() async throws {
    let relay = try RelayHost()
    try await relay.running {
      let alice = try await MessengerDevice.signUp("alice", at: relay)
      let linking = try Messenger.beginLinking(
        folder: MessengerDevice.folder(), relay: relay.origin,
        environment: MessengerDevice.environment())
      async let refused = #expect(throws: MessengerError(.linkTimedOut)) {
        _ = try await alice.linkDevice(text: linking.text, timeLimit: 2)
      }
      await #expect(throws: MessengerError(.cancelled)) {
        _ = try await linking.complete(timeLimit: 20) { digits in
          #expect(digits == AccountDigits(alice.accountID))
          return false
        }
      }
      _ = await refused
      #expect(try await alice.devices().count == 1)
    }
  }

  @Test func `a removed device can do nothing, and its text is marked`() async throws {
    let relay = try RelayHost()
    try await relay.running {
      let alice = try await MessengerDevice.signUp("alice", at: relay)
      let tablet = try await MessengerDevice.link(to: alice, at: relay)
      let bob = try await MessengerDevice.signUp("bob", at: relay)
      let conversation = try await alice.createConversation(members: ["bob"])
      try await tablet.sync()
      // Sent before the removal, read after it: a thief could have dated it back.
      try await tablet.sendText("from the thief", in: conversation)
      try await alice.removeDevice(tablet.deviceID)
      _ = try await bob.refreshed(alice.accountID)
      try await bob.sync()
      let item = try #require(try await bob.thread(conversation).last { $0.messageID != nil })
      #expect(item.isFromRemovedDevice)
      await #expect(throws: MessengerError(.deviceRemoved)) { try await tablet.sync() }
      await #expect(throws: MessengerError(.deviceRemoved)) { try await tablet.run() }
      let unsent = try await tablet.sendText("still me", in: conversation)
      #expect(unsent.delivery == .queued)
      try await bob.sync()
      #expect(try await MessengerDevice.texts(bob, conversation) == ["from the thief"])
      await #expect(throws: MessengerError(.lastDevice)) {
        try await alice.removeDevice(alice.deviceID)
      }
    }
  }

  @Test func `a replaced base key is the account's next statement and survives a restart`()
    async throws
  {
    let relay = try RelayHost()
    let folder = MessengerDevice.folder()
    try await relay.running {
      let before = try await MessengerDevice.signUp("alice", at: relay, folder: folder)
        .rotatedBaseKey()
      let alice = try await Messenger.open(
        folder: folder, environment: MessengerDevice.environment())
      let newest = try await alice.ownAccount().chain.newest
      let keys = await alice.keys
      #expect(newest.seq == 1)
      #expect(newest.device(alice.deviceID)?.baseKey == keys.baseKey.publicKey)
      #expect(keys.formerBaseKeys.map(\.publicKey) == [before])
    }
  }

  private static func security(_ messenger: Messenger, _ id: ConversationID) async throws
    -> [SecurityLine]
  {
    try await messenger.thread(id).compactMap {
      if case .security(let line) = $0.content { line } else { nil }
    }
  }
}

extension Messenger {
  /// Rotates and says what the key was.
  fileprivate func rotatedBaseKey() async throws -> PublicKey {
    let before = keys.baseKey.publicKey
    try await rotateBaseKey()
    return before
  }
}

@Suite(.timeLimit(.minutes(15))) struct MessengerRecoveryTests {
  @Test func `the recovery code brings an account back without its lost devices`() async throws {
    let relay = try RelayHost()
    try await relay.running {
      let (lost, code) = try await Messenger.signUp(
        folder: MessengerDevice.folder(), relay: relay.origin, handle: "alice", name: "Alice",
        environment: MessengerDevice.environment())
      try await lost.setRequestPolicy(.anybody)
      let bob = try await MessengerDevice.signUp("bob", at: relay)
      let conversation = try await bob.createConversation(members: ["alice"])
      try await bob.sendText("before", in: conversation)
      let typed = code.lowercased().replacing("-", with: " ")
      let found = try await Messenger.recover(
        folder: MessengerDevice.folder(), relay: relay.origin, handle: "Alice", code: typed,
        environment: MessengerDevice.environment())
      #expect(found.accountID == lost.accountID)
      #expect(try await found.devices().map(\.deviceID) == [found.deviceID])
      try await bob.sync()
      try await bob.sendText("after", in: conversation)
      try await found.sync()
      #expect(try await MessengerDevice.texts(found, conversation) == ["after"])
      await #expect(throws: MessengerError(.deviceRemoved)) { try await lost.sync() }
      let lines = try await bob.thread(conversation).compactMap { item -> SecurityLine? in
        if case .security(let line) = item.content { line } else { nil }
      }
      #expect(lines == [SecurityLine(kind: .recovered, accountID: lost.accountID)])
    }
  }

  @Test func `another code and another handle recover nothing`() async throws {
    let relay = try RelayHost()
    try await relay.running {
      let alice = try await MessengerDevice.signUp("alice", at: relay)
      func recover(_ handle: String, _ code: String) async throws {
        _ = try await Messenger.recover(
          folder: MessengerDevice.folder(), relay: relay.origin, handle: handle, code: code,
          environment: MessengerDevice.environment())
      }
      let other = String(repeating: "7", count: 32)
      await #expect(throws: MessengerError(.recoveryCodeInvalid)) {
        try await recover("alice", "7")
      }
      await #expect(throws: MessengerError(.recoveryCodeInvalid)) {
        try await recover("alice", other)
      }
      await #expect(throws: MessengerError(.contactUnknown)) { try await recover("nobody", other) }
      #expect(try await alice.devices().count == 1)
    }
  }
}
