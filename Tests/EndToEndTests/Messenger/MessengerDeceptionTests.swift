import GroveClient
import GroveIdentity
import GroveMessage
import GroveSystem
import GroveWire
import Synchronization
import Testing

@testable import Messenger

/// A network between device and relay that lies where it is told to.
final class LyingTransport: ClientTransport {
  private let honest = HTTPClientTransport()
  private let lie = Mutex<(@Sendable (ClientRequest, ClientResponse) -> ClientResponse)?>(nil)

  func tell(_ lie: (@Sendable (ClientRequest, ClientResponse) -> ClientResponse)?) {
    self.lie.withLock { $0 = lie }
  }

  func send(_ request: ClientRequest) async throws(ClientError) -> ClientResponse {
    let answer = try await honest.send(request)
    return lie.withLock { $0 }?(request, answer) ?? answer
  }

  func open(_ request: ClientRequest) async throws(ClientError) -> ClientStream {
    try await honest.open(request)
  }

  /// A lie about one account's look-up.
  static func about(
    _ account: AccountID, _ change: @escaping @Sendable (inout RelayAccount) -> Void
  )
    -> @Sendable (ClientRequest, ClientResponse) -> ClientResponse
  {
    { request, answer in
      guard request.url.contains("/accounts/" + account.base64url),
        var view = try? StrictJSON.decode(RelayAccount.self, from: answer.body)
      else { return answer }
      change(&view)
      return ClientResponse(status: 200, body: (try? StrictJSON.encode(view)) ?? [])
    }
  }
}

@Suite(.timeLimit(.minutes(15))) struct MessengerDeceptionTests {
  @Test func `a second history of a contact is an alarm and the known list stays`() async throws {
    let relay = try RelayHost()
    try await relay.running {
      let world = try await World(relay)
      let chain = try await world.bob.chain(of: world.alice.accountID, refresh: true)
      let alice = await world.alice.keys
      // Alice's key signs another statement with the number of the one she published.
      try await world.alice.rotateBaseKey()
      _ = try await world.bob.chain(of: world.alice.accountID, refresh: true)
      let other = try SignedStatement.next(
        after: chain.newest, issuedAt: chain.newest.issuedAt + 5,
        recoveryKey: chain.newest.recoveryKey, devices: chain.newest.devices,
        signedBy: .device(alice.identityKey), possession: [])
      world.transport.tell(
        LyingTransport.about(alice.accountID) { $0.statements = chain.records + [other] })
      await #expect(throws: MessengerError(.deviceListInvalid)) {
        _ = try await world.bob.chain(of: alice.accountID, refresh: true)
      }
      let alarm = try #require(try await world.bob.alarms().first)
      #expect(alarm.kind == .fork && alarm.accountID == alice.accountID)
      #expect(alarm.evidence?.otherRecord == other && alarm.evidence?.knownRecord != nil)
      // Told twice, stored once.
      _ = try? await world.bob.chain(of: alice.accountID, refresh: true)
      #expect(try await world.bob.alarms().count == 1)
      world.transport.tell(nil)
      #expect(try await world.bob.chain(of: alice.accountID, refresh: false).newest.seq == 1)
    }
  }

  @Test func `a relay that shows an older device list is not believed`() async throws {
    let relay = try RelayHost()
    try await relay.running {
      let world = try await World(relay)
      let account = world.alice.accountID
      let old = try await world.bob.chain(of: account, refresh: true)
      try await world.alice.rotateBaseKey()
      _ = try await world.bob.chain(of: account, refresh: true)
      world.transport.tell(LyingTransport.about(account) { $0.statements = [] })
      await #expect(throws: MessengerError(.deviceListInvalid)) {
        _ = try await world.bob.chain(of: account, refresh: true)
      }
      #expect(try await world.bob.alarms().map(\.kind) == [.rolledBack])
      #expect(try await world.bob.chain(of: account, refresh: false).newest.seq == 1)
      #expect(old.newest.seq == 0)
    }
  }

  @Test func `a device the relay adds by itself is never sealed to`() async throws {
    let relay = try RelayHost()
    try await relay.running {
      let world = try await World(relay)
      let account = world.alice.accountID
      let chain = try await world.bob.chain(of: account, refresh: true)
      let thief = SigningKey()
      let entry = DeviceEntry(
        flags: .takesPartInCollaborations, identityKey: thief.publicKey,
        baseKey: SigningKey().publicKey)
      let forged = try SignedStatement.next(
        after: chain.newest, issuedAt: chain.newest.issuedAt,
        recoveryKey: chain.newest.recoveryKey, devices: chain.newest.devices + [entry],
        signedBy: .device(thief),
        possession: [
          SignedStatement.Possession(
            entry: entry, accountID: account, prevHash: chain.newestHash, signedBy: thief)
        ])
      world.transport.tell(
        LyingTransport.about(account) { view in view.statements = chain.records + [forged] })
      await #expect(throws: MessengerError(.deviceListInvalid)) {
        _ = try await world.bob.chain(of: account, refresh: true)
      }
      #expect(try await world.bob.alarms().map(\.kind) == [.invalidChain])
      #expect(
        try await world.bob.chain(of: account, refresh: false).newest.device(entry.deviceID) == nil)
    }
  }

  @Test func `gossip of a list the relay hides raises an alarm on the device it is hidden from`()
    async throws
  {
    let relay = try RelayHost()
    try await relay.running {
      let world = try await World(relay)
      let account = world.carol.accountID
      let conversation = try await world.alice.createConversation(members: ["bob", "carol"])
      let shown = try await world.bob.chain(of: account, refresh: true)
      try await world.bob.sync()
      // Carol's list goes on; the relay shows it to Alice and hides it from Bob.
      try await world.carol.rotateBaseKey()
      _ = try await world.alice.chain(of: account, refresh: true)
      world.transport.tell(
        LyingTransport.about(account) { $0.statements = shown.records })
      try await world.alice.sendText("hello", in: conversation)
      try await world.alice.flush().checkSent()
      _ = try await world.bob.sync()
      let alarm = try #require(try await world.bob.alarms().first)
      #expect(alarm.kind == .hiddenStatement && alarm.reportedBy == world.alice.accountID)
      #expect(try await MessengerDevice.texts(world.bob, conversation) == ["hello"])
    }
  }

  @Test func `tampered, foreign and senseless envelopes are passed over with a reason`()
    async throws
  {
    let relay = try RelayHost()
    try await relay.running {
      let world = try await World(relay)
      let conversation = try await world.alice.createConversation(members: ["bob"])
      try await world.alice.sendText("one", in: conversation)
      try await world.alice.sendText("two", in: conversation)
      world.transport.tell { request, answer in
        guard request.url.contains("/mailbox?"),
          var page = try? StrictJSON.decode(MailboxPage.self, from: answer.body),
          let first = page.events.firstIndex(where: { $0.envelope != nil })
        else { return answer }
        page.events[first].envelope?.bytes[200] ^= 1
        return ClientResponse(status: 200, body: (try? StrictJSON.encode(page)) ?? [])
      }
      let report = try await world.bob.sync()
      #expect(report.interruption == nil)
      world.transport.tell(nil)
      // Acknowledged all the same: what cannot be opened blocks nothing.
      let position = try await world.bob.mailboxPosition()
      #expect(
        try await world.bob.relay.mailbox(after: 0).events.allSatisfy {
          $0.sequence.value > position
        })
      #expect(try await MessengerDevice.texts(world.bob, conversation) == ["two"])
      #expect(try await world.bob.ignoredEvents().map(\.reason) == ["seal_broken"])
    }
  }

  @Test func `what answers in the relay's place drops nothing that waits`() async throws {
    let relay = try RelayHost()
    try await relay.running {
      let world = try await World(relay)
      let conversation = try await world.bob.createConversation(members: ["alice"])
      world.transport.tell { _, _ in
        ClientResponse(status: 200, body: Array("<html>Welcome to our hotel</html>".utf8))
      }
      #expect(try await world.bob.sendText("hello", in: conversation).delivery == .queued)
      #expect(try await world.bob.sync().interruption == MessengerError(.relayAnswerInvalid))
      world.transport.tell(nil)
      #expect(try await world.bob.sync().sent == 1)
      try await world.alice.sync()
      #expect(try await MessengerDevice.texts(world.alice, conversation) == ["hello"])
    }
  }

  /// Three people; Bob's network can lie.
  private struct World {
    let alice: Messenger
    let bob: Messenger
    let carol: Messenger
    let transport = LyingTransport()

    init(_ relay: RelayHost) async throws {
      alice = try await MessengerDevice.signUp("alice", at: relay)
      carol = try await MessengerDevice.signUp("carol", at: relay)
      var environment = MessengerDevice.environment()
      environment.transport = transport
      bob = try await Messenger.signUp(
        folder: MessengerDevice.folder(), relay: relay.origin, handle: "bob", name: "Bob",
        environment: environment
      ).messenger
      try await bob.setRequestPolicy(.anybody)
    }
  }
}

extension FlushReport {
  fileprivate func checkSent() { #expect(interruption == nil) }
}
