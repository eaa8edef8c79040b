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
    let decision = try NoticeAddressRules.shared(
      told, by: me, isFromRemovedDevice: false, myAccount: me, seq: 1, seal: { $0 }, reader: rows)
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
  func `forty addresses are told in three messages, and again when the list of devices goes on`()
    throws
  {
    var rows = MemorySharingRows()
    for first in [0, 32] { _ = try Self.shared(Self.told(first..<min(40, first + 32)), &rows) }
    #expect(try NoticeAddressRules.due(seq: 1, rows).isEmpty)
    var counts: [Int] = []
    while true {
      let due = try NoticeAddressRules.due(seq: 2, rows)
      if due.isEmpty { break }
      counts.append(due.addresses.count)
      for change in try NoticeAddressRules.told(due, seq: 2, rows).changes { rows.apply(change) }
    }
    #expect(counts == [16, 16, 8])
  }

  @Test func `what was forgotten while it was told stays forgotten`() throws {
    var rows = MemorySharingRows()
    _ = try Self.shared(Self.told(0..<1), &rows)
    let due = try NoticeAddressRules.due(seq: 2, rows)
    let ended = try NoticeAddressRules.choose(false, for: Self.place.audience, at: 5, rows)
    for change in ended.changes { rows.apply(change) }
    #expect(try NoticeAddressRules.told(due, seq: 2, rows).changes.isEmpty)
  }

  @Test func `the longest addresses and choices of one message fit into it`() throws {
    let longest = try CollaborationID(String(repeating: "\u{1}", count: 255))
    let audience = try Origin("https://" + String(repeating: "a", count: 60) + ".example")
    var told = try Self.told(0..<NoticeAddressRules.perMessage)
    for index in told.addresses.indices {
      told.addresses[index].audience = audience
      told.addresses[index].collaborationID = longest
      told.addresses[index].endpoint = "https://" + String(repeating: "r", count: 504)
    }
    told.choices = try (0..<NoticeAddressRules.perMessage).map {
      NoticeAddresses.Choice(
        audience: try Origin("https://a\($0)" + String(repeating: "a", count: 60) + ".example"),
        isWanted: false, at: .max)
    }
    #expect(try told.encodedContent().count < 65_350)
  }

  @Test(arguments: [false, true])
  func `an address from before a no is neither handed out nor told after a later yes`(
    onAnotherDevice isElsewhere: Bool
  ) throws {
    var rows = MemorySharingRows()
    let audience = Self.place.audience
    _ = try Self.shared(Self.told(0..<1), &rows)
    rows.apply(
      try .put(ToldCame(collaboration: Self.place, people: [ToldCame.Person(root: .zero)])))
    let key = try #require(try rows.records(NoticeAddress.self).first?.serverKey)
    if isElsewhere {
      // The no before it was not told.
      let choice = NoticeAddresses.Choice(audience: audience, isWanted: true, at: 6)
      #expect(try Self.shared(NoticeAddresses(addresses: [], choices: [choice]), &rows) == nil)
    } else {
      for (isWanted, at) in [(false, 5), (true, 6)] as [(Bool, UInt64)] {
        let chosen = try NoticeAddressRules.choose(isWanted, for: audience, at: at, rows)
        for change in chosen.changes { rows.apply(change) }
      }
    }
    // Whoever chose ends it.
    #expect(
      try NoticeAddressRules.ended(rows).map(\.addressID) == (isElsewhere ? [] : [Self.id(0)]))
    #expect(try NoticeAddressRules.known(in: Self.place, for: key, rows) == .wanted)
    #expect(try NoticeAddressRules.due(seq: 1, rows).addresses.isEmpty)
    #expect(try rows.records(ToldCame.self).isEmpty)
  }

  @Test func `addresses are told once all choices are, which end what was told before them`() throws
  {
    var rows = MemorySharingRows()
    _ = try Self.shared(Self.told(0..<1), &rows)
    for number in 0..<20 {
      let audience = try Origin("https://app\(number).example")
      let no = try NoticeAddressRules.choose(false, for: audience, at: 5, rows)
      for change in no.changes { rows.apply(change) }
    }
    var counts: [[Int]] = []
    while case let due = try NoticeAddressRules.due(seq: 2, rows), !due.isEmpty {
      counts.append([due.addresses.count, due.choices.count])
      for change in try NoticeAddressRules.told(due, seq: 2, rows).changes { rows.apply(change) }
    }
    #expect(counts == [[0, 16], [1, 4]])
  }

  @Test func `a second yes ends nothing`() throws {
    var rows = MemorySharingRows()
    _ = try Self.shared(Self.told(0..<1), &rows)
    for _ in 0..<2 {
      let yes = try NoticeAddressRules.choose(true, for: Self.place.audience, at: 5, rows)
      #expect(yes.changes.isEmpty)
    }
  }

  @Test func `the greatest time there is does not keep a person from choosing again`() throws {
    var rows = MemorySharingRows()
    for isWanted in [false, true, false] {
      let chosen = try NoticeAddressRules.choose(
        isWanted, for: Self.place.audience, at: .max, rows)
      for change in chosen.changes { rows.apply(change) }
    }
    #expect(try rows.records(NoticeChoice.self).map(\.at) == [.max])
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
