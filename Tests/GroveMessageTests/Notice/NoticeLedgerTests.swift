import GroveIdentity
import GroveMessage
import GroveTesting
import Testing

/// Protocol 12.6, P11, and design 5 invariant 10, as transcripts.
@Suite struct NoticeLedgerTests {
  let t0 = TestAccount.t0
  var ledger = NoticeLedger()

  private func notice(
    _ number: UInt8, _ kind: NoticeKind? = .edit, counter: UInt64? = nil, at: UInt64 = 0,
    in collaboration: String = "doc-7f3a"
  ) throws -> Notice {
    let root = RootHash(unchecked: [UInt8](repeating: 1, count: 32))
    return Notice(
      noticeID: NoticeID(unchecked: [UInt8](repeating: number, count: 16)),
      audience: try Origin(ContentTests.audience),
      collaborationID: try CollaborationID(collaboration),
      action: kind.map { .post($0, root: root) } ?? .clear, at: t0 + at,
      counter: counter ?? UInt64(number))
  }

  private func device(_ number: UInt8) -> DeviceID {
    DeviceID(unchecked: [UInt8](repeating: number, count: 16))
  }

  /// Person n sends with device n, or with another one of theirs.
  private func receive(
    _ notice: Notice, from person: UInt8 = 2, device number: UInt8? = nil,
    _ authenticity: NoticeAuthenticity = .claimed, in ledger: inout NoticeLedger
  ) -> NoticeLedger.Receipt {
    ledger.receive(
      notice, from: CollaborationMembershipTests.account(person), device: device(number ?? person),
      authenticity: authenticity, at: t0 + 3_600_000)
  }

  private func texts(_ ledger: NoticeLedger) throws -> [String] {
    let names: [UInt8: String] = [2: "Charlie", 3: "Dana", 4: "Emil", 5: "Fay"]
    return ledger.visible(
      audience: try Origin(ContentTests.audience),
      collaborationID: try CollaborationID("doc-7f3a")
    ).map { banner in banner.text { names[$0.bytes[0]] ?? "?" } }
  }

  @Test func `a notice delivered again changes nothing`() throws {
    var ledger = ledger
    let first = try notice(1)
    #expect(receive(first, in: &ledger) == .opened(first.noticeID))
    let before = ledger
    for _ in 0..<3 { #expect(receive(first, in: &ledger) == .dropped) }
    #expect(ledger.banners == before.banners)
  }

  @Test func `the same notice under another counter is dropped`() throws {
    var ledger = ledger
    _ = try receive(notice(1, counter: 1), in: &ledger)
    #expect(try receive(notice(1, counter: 2), in: &ledger) == .dropped)
  }

  @Test func `late notices within the window of 64 are taken once`() throws {
    var ledger = ledger
    _ = try receive(notice(100, counter: 100), in: &ledger)
    #expect(try receive(notice(37, counter: 37), in: &ledger) != .dropped)
    #expect(try receive(notice(38, counter: 37), in: &ledger) == .dropped)
    #expect(try receive(notice(36, counter: 36), in: &ledger) == .dropped)
    #expect(try receive(notice(99, counter: 99), in: &ledger) != .dropped)
    #expect(try receive(notice(101, counter: 1000), in: &ledger) != .dropped)
    #expect(try receive(notice(102, counter: 936), in: &ledger) == .dropped)
    #expect(try receive(notice(103, counter: 937), in: &ledger) != .dropped)
    #expect(try receive(notice(104, counter: .max), in: &ledger) != .dropped)
    #expect(try receive(notice(105, counter: 0), in: &ledger) == .dropped)
  }

  @Test func `counters belong to one device and one collaboration`() throws {
    var ledger = ledger
    #expect(try receive(notice(1, counter: 7), device: 2, in: &ledger) != .dropped)
    #expect(try receive(notice(1, counter: 7), device: 3, in: &ledger) != .dropped)
    #expect(try receive(notice(1, counter: 7, in: "other"), device: 2, in: &ledger) != .dropped)
  }

  @Test func `redelivery in any order within the window shows the same`() throws {
    let notices = try (1...40).map {
      try notice($0, [.edit, .comment, .renamed][Int($0) % 3], at: UInt64($0) * 1000)
    }
    var expected = ledger
    for notice in notices { _ = receive(notice, in: &expected) }
    var random = SeededGenerator(seed: 5)
    for _ in 0..<20 {
      var other = ledger
      for notice in (notices + notices).shuffled(using: &random) {
        _ = receive(notice, in: &other)
      }
      #expect(try Set(texts(other)) == Set(texts(expected)))
      #expect(Set(other.banners.map(\.latestAt)) == Set(expected.banners.map(\.latestAt)))
    }
  }

  @Test func `one banner names everybody who edited within five minutes`() throws {
    var ledger = ledger
    _ = try receive(notice(1), from: 2, in: &ledger)
    #expect(try texts(ledger) == ["Charlie edited"])
    _ = try receive(notice(2, at: 1000), from: 3, in: &ledger)
    #expect(try texts(ledger) == ["Charlie and Dana edited"])
    _ = try receive(notice(3, at: 2000), from: 4, in: &ledger)
    _ = try receive(notice(4, at: 300_000), from: 2, in: &ledger)
    #expect(try texts(ledger) == ["Charlie and 2 others edited"])
    #expect(ledger.banners.count == 1 && ledger.banners[0].actors[0].count == 2)
  }

  @Test func `only the opening of a banner may draw attention`() throws {
    var ledger = ledger
    #expect(try receive(notice(1), in: &ledger) == .opened(notice(1).noticeID))
    #expect(try receive(notice(2, at: 5), from: 3, in: &ledger) == .merged(notice(1).noticeID))
  }

  @Test func `after five minutes a new banner takes the old one's place`() throws {
    var ledger = ledger
    _ = try receive(notice(1), from: 2, in: &ledger)
    _ = try receive(notice(2, at: 300_001), from: 3, in: &ledger)
    #expect(ledger.banners.count == 2)
    #expect(try texts(ledger) == ["Dana edited"])
  }

  @Test func `a time in the future counts as now`() throws {
    var ledger = ledger
    _ = try receive(notice(1, at: 3_600_000), from: 2, in: &ledger)
    _ = try receive(notice(2, at: 99_999_999_999), from: 3, in: &ledger)
    #expect(try texts(ledger) == ["Charlie and Dana edited"])
  }

  @Test func `each kind has its own banner and other collaborations their own`() throws {
    var ledger = ledger
    _ = try receive(notice(1, .edit), in: &ledger)
    _ = try receive(notice(2, .comment), in: &ledger)
    _ = try receive(notice(3, .edit, counter: 1, in: "other"), in: &ledger)
    #expect(try texts(ledger) == ["Charlie edited", "Charlie commented"])
    #expect(ledger.banners.count == 3)
  }

  @Test func `mentions are never merged`() throws {
    var ledger = ledger
    for number in 1...3 { _ = try receive(notice(UInt8(number), .mention), in: &ledger) }
    #expect(
      try texts(ledger) == [String](repeating: "Charlie mentioned you", count: 3))
  }

  @Test func `a sender takes back its own notices and nobody else's`() throws {
    var ledger = ledger
    _ = try receive(notice(1), from: 2, in: &ledger)
    _ = try receive(notice(2, at: 10), from: 3, in: &ledger)
    _ = try receive(notice(3, .mention, at: 20), from: 2, in: &ledger)
    #expect(try receive(notice(4, nil, at: 30), from: 2, in: &ledger) == .cleared)
    #expect(try texts(ledger) == ["Dana edited"])
    #expect(try receive(notice(5, nil, at: 40), from: 4, in: &ledger) == .cleared)
    #expect(try texts(ledger) == ["Dana edited"])
  }

  @Test func `what was posted after a clearing stays, whatever arrives first`() throws {
    var ledger = ledger
    _ = try receive(notice(9, counter: 9, at: 90), in: &ledger)
    #expect(try receive(notice(5, nil, counter: 5, at: 50), in: &ledger) == .cleared)
    #expect(try texts(ledger) == ["Charlie edited"])
    #expect(try receive(notice(3, .comment, counter: 3, at: 30), in: &ledger) == .dropped)
    #expect(try receive(notice(7, .comment, counter: 7, at: 70), in: &ledger) != .dropped)
    #expect(try texts(ledger) == ["Charlie edited", "Charlie commented"])
  }

  @Test func `a clearing on one device covers the person's other devices by time`() throws {
    var ledger = ledger
    _ = try receive(notice(1, counter: 50, at: 10), from: 2, device: 8, in: &ledger)
    #expect(try receive(notice(2, nil, at: 20), from: 2, device: 2, in: &ledger) == .cleared)
    #expect(ledger.banners.isEmpty)
    #expect(
      try receive(notice(3, counter: 49, at: 15), from: 2, device: 8, in: &ledger) == .dropped)
    #expect(
      try receive(notice(4, counter: 51, at: 25), from: 2, device: 8, in: &ledger) != .dropped)
  }

  @Test func `a banner is fact only while all of it is`() throws {
    var ledger = ledger
    let name: (AccountID) -> String = { $0.bytes[0] == 2 ? "Charlie" : "Dana" }
    _ = try receive(notice(1), from: 2, .attested, in: &ledger)
    #expect(ledger.banners[0].attribution(name: name) == nil)
    _ = try receive(notice(2, at: 1), from: 2, .claimed, in: &ledger)
    #expect(ledger.banners[0].attribution(name: name) == "Charlie's app says")
    _ = try receive(notice(3, at: 2), from: 3, .attested, in: &ledger)
    #expect(ledger.banners[0].attribution(name: name) == "their apps say")
  }

  @Test func `banners are bounded, dismissed and forgotten`() throws {
    var ledger = ledger
    for number in 0..<300 {
      _ = ledger.receive(
        Notice(
          noticeID: NoticeID(
            unchecked: [UInt8(number >> 8), UInt8(number & 255)]
              + [UInt8](repeating: 1, count: 14)),
          audience: try Origin(ContentTests.audience),
          collaborationID: try CollaborationID("doc-7f3a"),
          action: .post(.mention, root: .zero), at: t0, counter: UInt64(number)),
        from: .zero, device: .zero, authenticity: .claimed, at: t0)
    }
    #expect(ledger.banners.count == NoticeLedger.maximumBanners)
    let last = try #require(ledger.banners.last)
    ledger.dismiss(last.id)
    #expect(ledger.banners.count == NoticeLedger.maximumBanners - 1)
    ledger.forget(
      audience: try Origin(ContentTests.audience),
      collaborationID: try CollaborationID("doc-7f3a"))
    #expect(ledger == NoticeLedger())
  }

  @Test func `the ledger survives being stored`() throws {
    var ledger = ledger
    _ = try receive(notice(1), in: &ledger)
    _ = try receive(notice(2, nil, at: 1), from: 3, in: &ledger)
    let stored = try StrictJSON.decode(NoticeLedger.self, from: StrictJSON.encode(ledger))
    #expect(stored == ledger)
  }
}
