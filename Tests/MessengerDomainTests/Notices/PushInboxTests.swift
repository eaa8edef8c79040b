import GroveIdentity
import GroveMessage
import GroveSystem
import GroveTesting
import Testing

@testable import MessengerDomain

struct PushInboxTests {
  private static let place = TestWorld.key

  private static func address() throws -> NoticeAddress {
    let key = SigningKey().publicKey
    return NoticeAddress(
      collaboration: place, addressID: Base64URLBytes([1]), endpoint: "https://relay.example/1",
      serverKey: key, publicKey: key, sealedKeys: Base64URLBytes([]))
  }

  /// What names a key that its server does not publish.
  private static func notice(_ number: UInt8) throws -> Notice {
    Notice(
      noticeID: NoticeID(unchecked: [UInt8](repeating: number, count: 16)),
      audience: place.audience, collaborationID: place.collaborationID,
      action: .post(.edit, root: nil), at: 5, counter: UInt64(number),
      attestation: NoticeAttestation(
        keyID: "nowhere", root: RootHash(unchecked: [UInt8](repeating: 9, count: 32)),
        signature: Base64URLBytes([UInt8](repeating: 1, count: 64))))
  }

  @Test func `sixty-four pushed notices wait for an app's keys, and one more is not shown`()
    async throws
  {
    let world = try await InboxWorld()
    let invitation = ReceivedInvitation(
      collaboration: Self.place, order: 1, messageID: .zero, link: "https://docs.example/d/1",
      title: "Recipes", optionsSummary: "", inviter: world.alice.id,
      conversationID: world.conversation, receivedAt: 0, root: .zero,
      statement: StatementReference(seq: 0, hash: .zero))
    try await world.store.change { _ in MessengerDecision([.sharing(try .put(invitation))]) }
    let address = try Self.address()
    for number in 1...UInt8(PushInbox.Pending.limit + 1) {
      let (rules, notice) = (world.rules(UInt64(number)), try Self.notice(number))
      try await world.store.change { try rules.pushed(notice, at: address, body: [1], in: $0) }
    }
    let (waiting, ignored) = try await world.store.read {
      (try $0.records(PushInbox.Pending.self), try $0.ignoredEvents())
    }
    #expect(waiting.count == PushInbox.Pending.limit)
    #expect(ignored.map(\.reason) == ["attestation_required"])
  }
}
