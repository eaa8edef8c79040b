import CollaborationDomain
import GroveIdentity
import GroveTesting
import GroveWire
import Testing

@testable import CollaborationServer

/// Who is present at other nodes, as they tell it.
struct PresenceNewsTests {
  private static let document = CollaborationWorld.document(1)
  private let here = PresenceHub(hasOthers: true)
  private let there = PresenceHub(hasOthers: true)

  private static func entry(
    _ name: String = "bob", _ state: [UInt8] = [1], until: UInt64 = 30_000
  ) throws -> PresenceTable.Entry {
    PresenceTable.Entry(
      account: try CollaborationWorld.account(name), displayName: name,
      clientID: CollaborationWorld.request(1), session: .zero, state: state, expiresAt: until)
  }

  private static func key(_ name: String = "bob") throws -> PresenceKey {
    PresenceKey(
      document: document, account: try CollaborationWorld.account(name),
      clientID: CollaborationWorld.request(1))
  }

  private func put(_ entry: PresenceTable.Entry, at now: UInt64) -> PresenceNews? {
    let put = there.put(
      entry, isBackend: false, in: Self.document, ifGeneration: there.generation, at: now)
    #expect(put == .done)
    return there.takeUntold().first
  }

  /// As after their right was looked up.
  private func hear(_ news: PresenceNews, at now: UInt64) -> PresenceTable.Put {
    here.hear(news, ifGeneration: here.generation, at: now)
  }

  @Test func `who is not known has their right looked up, and who is known does not`() throws {
    let first = try #require(put(Self.entry(), at: 1))
    #expect(here.hear(first, ifGeneration: nil, at: 2) == .checkAgain)
    #expect(hear(first, at: 2) == .done)
    let second = try #require(put(Self.entry("bob", [2]), at: 3))
    #expect(here.hear(second, ifGeneration: nil, at: 4) == .done)
    #expect(here.present(in: Self.document, at: 4).map(\.state) == [[2]])
    #expect(here.takeUntold().isEmpty, "what was heard is not told again")
  }

  @Test func `who was taken out has their right looked up again, though they were known`() throws {
    let first = try #require(put(Self.entry(), at: 1))
    let before = here.generation
    #expect(hear(first, at: 2) == .done)
    here.remove(.accounts([try CollaborationWorld.account("bob")]), from: Self.document)
    let second = try #require(put(Self.entry("bob", [2]), at: 3))
    #expect(here.hear(second, ifGeneration: nil, at: 4) == .checkAgain)
    #expect(here.hear(second, ifGeneration: before, at: 4) == .checkAgain)
    #expect(here.present(in: Self.document, at: 4).isEmpty)
  }

  @Test func `what comes late does not bring back who has left here meanwhile`() throws {
    let late = try #require(put(Self.entry(), at: 1))
    here.end(try Self.key(), at: 2)
    #expect(hear(late, at: 3) == .done)
    #expect(here.present(in: Self.document, at: 3).isEmpty)
    let left = try #require(here.takeUntold().first)
    #expect(there.hear(left, ifGeneration: nil, at: 4) == .done)
    #expect(there.present(in: Self.document, at: 4).isEmpty)
  }

  @Test
  func `of what one window said to two nodes both keep the newest, also where a clock is behind`()
    throws
  {
    let first = try #require(put(Self.entry("bob", [1]), at: 5000))
    #expect(hear(first, at: 1000) == .done)
    let newest = try Self.entry("bob", [2])
    #expect(
      here.put(
        newest, isBackend: false, in: Self.document, ifGeneration: here.generation, at: 1001)
        == .done)
    #expect(hear(first, at: 1002) == .done)
    let told = try #require(here.takeUntold().first)
    #expect(there.hear(told, ifGeneration: nil, at: 5003) == .done)
    #expect(here.present(in: Self.document, at: 1003).map(\.state) == [[2]])
    #expect(there.present(in: Self.document, at: 5003).map(\.state) == [[2]])
  }

  @Test func `a lease of another node is never longer than any may be, nor one that is over`()
    throws
  {
    let long = try #require(put(Self.entry("bob", until: .max), at: 1))
    #expect(hear(long, at: 1000) == .done)
    #expect(here.present(in: Self.document, at: 120_999).count == 1)
    #expect(here.present(in: Self.document, at: 121_000).isEmpty)
    let old = try #require(put(Self.entry("ann", until: 200), at: 100))
    #expect(hear(old, at: 201) == .done)
    #expect(here.present(in: Self.document, at: 201).map(\.displayName) == ["bob"])
  }

  @Test func `one server alone has nobody to tell`() throws {
    let alone = PresenceHub(hasOthers: false)
    _ = alone.put(
      try Self.entry(), isBackend: false, in: Self.document, ifGeneration: 0, at: 1)
    alone.end(try Self.key(), at: 2)
    #expect(alone.takeUntold().isEmpty)
  }

  @Test func `the largest that may be said fits into one notification of PostgreSQL`() throws {
    let quotes = String(repeating: "\"", count: 255)
    let news = PresenceNews(
      PresenceKey(
        document: Self.document, account: try AccountLabel(quotes),
        clientID: CollaborationWorld.request(1)),
      saidAt: .max,
      here: PresenceNews.Here(
        displayName: String(quotes.prefix(128)), session: .zero, isBackend: false,
        state: Base64URLBytes([UInt8](repeating: 255, count: 4096)), expiresAt: .init(.max)))
    #expect(try StrictJSON.encode(NodeNews(presence: news)).count < 7900 - 64)
  }

  @Test func `of each window the newest waits, and so much is told at once`() throws {
    var outbox = PresenceOutbox()
    for number in 0..<5000 {
      let key = PresenceKey(
        document: Self.document, account: try CollaborationWorld.account("bob"),
        clientID: CollaborationWorld.request(number / 2))
      outbox.put(PresenceNews(key, saidAt: UInt64(number)))
    }
    var taken: [[PresenceNews]] = []
    while let next = Optional(outbox.take()), !next.isEmpty { taken.append(next) }
    #expect(taken.allSatisfy { $0.count * 300 <= PresenceOutbox.bytesAtOnce })
    #expect(
      taken.joined().map(\.saidAt.value) == stride(from: 1, to: 5000, by: 2).map { UInt64($0) })
  }
}
