import GroveIdentity
import GroveMessage
import GroveSystem
import GroveTesting
import Testing

@testable import MessengerDomain

struct NoticeAddressRulesTests {
  private static let place = TestWorld.key
  private static let me = AccountID(unchecked: [UInt8](repeating: 1, count: 32))

  private static func id(_ number: Int) -> Base64URLBytes {
    Base64URLBytes([UInt8(number >> 8), UInt8(number & 255)] + [UInt8](repeating: 0, count: 14))
  }

  private static func told(_ numbers: Range<Int>) throws -> NoticeAddresses {
    let key = try SigningKey(scalar: [UInt8](repeating: 0, count: 31) + [7]).publicKey
    return NoticeAddresses(
      addresses: numbers.map {
        NoticeAddresses.Address(
          audience: place.audience, collaborationID: place.collaborationID, addressID: id($0),
          endpoint: "https://relay.example/\($0)", serverKey: key, p256dh: key,
          privateKey: Base64URLBytes([UInt8](repeating: 1, count: 32)), auth: .zero)
      }, choices: [])
  }

  private static func shared(_ told: NoticeAddresses, _ rows: inout MemorySharingRows) throws
    -> NoticeAddressRules.Refusal?
  {
    let arrival = ContentArrival(
      messageID: .zero, sender: me, senderDevice: .zero, conversationID: .zero,
      senderIsMember: true, isFromRemovedDevice: false, receivedAt: 0)
    let decision = try NoticeAddressRules.shared(
      told, arrival, myAccount: me, seq: 1, seal: { $0 }, reader: rows)
    for change in decision.changes { rows.apply(change) }
    return decision.answer
  }

  @Test func `a device keeps 1024 addresses, and what another tells above that is not kept`() throws
  {
    var rows = MemorySharingRows()
    for first in stride(from: 0, to: 1024, by: 32) {
      #expect(try Self.shared(Self.told(first..<first + 32), &rows) == nil)
    }
    #expect(try Self.shared(Self.told(1024..<1025), &rows) == .notNew)
    #expect(try rows.records(NoticeAddress.self).count == 1024)
  }

  @Test
  func `seventy addresses are told in three messages, and again when the list of devices goes on`()
    throws
  {
    var rows = MemorySharingRows()
    for first in [0, 32, 64] {
      _ = try Self.shared(Self.told(first..<min(70, first + 32)), &rows)
    }
    #expect(try NoticeAddressRules.due(seq: 1, rows).isEmpty)
    var counts: [Int] = []
    while true {
      let due = try NoticeAddressRules.due(seq: 2, rows)
      if due.isEmpty { break }
      counts.append(due.addresses.count)
      for change in try NoticeAddressRules.told(due, seq: 2, rows).changes { rows.apply(change) }
    }
    #expect(counts == [32, 32, 6])
  }

  @Test func `what was forgotten while it was told stays forgotten`() throws {
    var rows = MemorySharingRows()
    _ = try Self.shared(Self.told(0..<1), &rows)
    let due = try NoticeAddressRules.due(seq: 2, rows)
    let ended = try NoticeAddressRules.choose(false, for: Self.place.audience, at: 5, rows)
    for change in ended.changes + ended.answer.map({ .delete($0) }) { rows.apply(change) }
    #expect(try NoticeAddressRules.told(due, seq: 2, rows).changes.isEmpty)
  }

  @Test func `a choice made on a clock that was set back still counts as the latest`() throws {
    var rows = MemorySharingRows()
    for (isWanted, now) in [(false, 1000), (true, 10)] as [(Bool, UInt64)] {
      let chosen = try NoticeAddressRules.choose(
        isWanted, for: Self.place.audience, at: now, rows)
      for change in chosen.changes { rows.apply(change) }
    }
    let choice = try rows.record(NoticeChoice.self, key: Self.place.audience.bytes)
    #expect(choice?.isWanted == true && choice?.at == 1001)
  }
}
