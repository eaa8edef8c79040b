import GroveIdentity
import GroveMessage
import GroveTesting
import GroveWire
import Testing

@testable import MessengerDomain

/// Messages that do not reach everybody: the same cases as `message-requests.tests.js`.
struct UndeliveryRulesTests {
  private static func account(_ number: UInt8) -> AccountID {
    AccountID(unchecked: [UInt8](repeating: number, count: 32))
  }
  private let eve = account(1)
  private let bob = account(2)

  private func envelope(_ account: AccountID, _ device: UInt8, _ reason: String = "mailbox_full")
    -> UndeliveredEnvelope
  {
    UndeliveredEnvelope(
      accountID: account, deviceID: DeviceID(unchecked: [UInt8](repeating: device, count: 16)),
      reason: reason)
  }

  @Test func `whoever got it on one device has it, and whose every device is full has not`() {
    let people = UndeliveryRules.people(
      [envelope(eve, 1), envelope(bob, 1), envelope(bob, 2, "not_delivered")],
      sent: [eve: 2, bob: 2])
    #expect(people == [Undelivery(accountID: bob, reason: "mailbox_full")])
    #expect(UndeliveryRules.people([], sent: [eve: 2]).isEmpty)
  }

  @Test func `a full mailbox is tried seven times, over three days, and a refusal never`() {
    let full = [Undelivery(accountID: bob, reason: "mailbox_full")]
    let attempts = (0..<8).map { UndeliveryRules.nextAttempt(full, after: $0, now: 0) }
    #expect(attempts == [1, 5, 30, 120, 480, 1440, 2880].map { $0 * 60_000 } + [nil])
    let refused = [Undelivery(accountID: bob, reason: "not_delivered")]
    #expect(UndeliveryRules.nextAttempt(refused, after: 0, now: 0) == nil)
  }

  @Test func `a message nobody has is shown as not sent`() {
    let bobs = Undelivery(accountID: bob, reason: "mailbox_full")
    let eves = Undelivery(accountID: eve, reason: "not_delivered")
    #expect(UndeliveryRules.delivery([eves, bobs], others: 2) == .failed(reason: "mailbox_full"))
    #expect(UndeliveryRules.delivery([eves], others: 2) == .sent)
    #expect(UndeliveryRules.delivery([], others: 2) == .sent)
  }
}

/// What is said in a conversation that has not been accepted.
struct HeldEnvelopeTests {
  /// Bob's database, with the conversation as a request of Alice's.
  private func held() async throws -> (InboxWorld, ConversationRecord) {
    let world = try await InboxWorld()
    let record = ConversationRecord(
      conversationID: world.conversation, members: [world.alice.id, world.bob.id], version: 1,
      state: .active, requestedBy: world.alice.id, lastActivityAt: 1)
    try await world.store.change { _ in MessengerDecision([.storeConversation(record)]) }
    return (world, record)
  }

  private func lines(of world: InboxWorld) async throws -> Int {
    try await world.store.read {
      try $0.items(of: world.conversation, before: nil, limit: 9)
    }.count
  }

  @Test func `of one request two hundred and fifty-six envelopes are kept`() async throws {
    let (world, record) = try await held()
    try await world.store.change { _ in
      MessengerDecision(
        (1...UInt64(HeldEnvelope.limit)).map {
          .hold(
            HeldEnvelope(sequence: $0, conversationID: record.conversationID, bytes: [1]))
        })
    }
    let message = try world.message(.text(TextContent(text: "one more")))
    let arriving = world.rules(1_000)
    let refusal = try await world.store.change {
      try arriving.receive(message, isRefreshed: false, in: $0)
    }
    #expect(refusal == .requestFull)
    let (kept, ignored) = try await world.store.read {
      (try $0.heldCount(of: record.conversationID), try $0.ignoredEvents())
    }
    #expect(kept == HeldEnvelope.limit && ignored.map(\.reason) == ["request_full"])
  }

  @Test func `nothing of a request is shown or answered until it is accepted; then it is, once`()
    async throws
  {
    let (world, record) = try await held()
    let message = try world.message(.text(TextContent(text: "hello")))
    var rules = world.rules(5)
    rules.envelope = [1, 2, 3]
    let arriving = rules
    #expect(
      try await world.store.change { try arriving.receive(message, isRefreshed: false, in: $0) }
        == nil)
    #expect(try await lines(of: world) == 0)
    #expect(try await world.store.read { try $0.owedReceipts() }.isEmpty)
    #expect(try await world.store.read { try $0.counter(.mailboxPosition) } == 5)
    #expect(try await world.store.read { try $0.releasedEnvelopes() }.isEmpty)
    var accepted = record
    accepted.requestedBy = nil
    let open = accepted
    try await world.store.change { _ in MessengerDecision([.storeConversation(open)]) }
    let kept = try await world.store.read { try $0.releasedEnvelopes() }
    #expect(kept.map(\.bytes) == [[1, 2, 3]])
    var later = world.rules(5)
    later.wasHeld = true
    let releasing = later
    for _ in 0..<2 {
      _ = try await world.store.change {
        try releasing.receive(message, isRefreshed: false, in: $0)
      }
    }
    #expect(try await lines(of: world) == 1)
    #expect(try await world.store.read { try $0.owedReceipts() }.count == 1)
    #expect(try await world.store.read { try $0.releasedEnvelopes() }.isEmpty)
    #expect(try await world.store.read { try $0.counter(.mailboxPosition) } == 5)
  }
}
