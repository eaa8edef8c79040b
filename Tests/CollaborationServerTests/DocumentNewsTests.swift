import GroveServing
import NIOCore
import Testing

@testable import CollaborationServer

/// What of a document's news is for a stream that waits.
struct DocumentNewsTests {
  private static let now: UInt64 = 1_000_000

  private func news(presence version: UInt64 = 0, others: String? = nil) -> DocumentNews {
    DocumentNews(
      after: 4, position: 6, owner: Array("owner".utf8), others: others.map { Array($0.utf8) },
      presence: PresenceHub.Frame(version: version, bytes: Array("who".utf8)), now: Self.now)
  }

  /// Further stretches, each of one entry, with its text.
  private func joined(_ news: DocumentNews, _ rest: DocumentNews...) throws -> DocumentNews {
    try rest.reduce(news) { news, next in
      try #require(news.joined(with: next) as? DocumentNews)
    }
  }

  private func entry(
    _ text: String, at position: UInt64, presence version: UInt64 = 0, others: String? = nil
  ) -> DocumentNews {
    DocumentNews(
      after: position - 1, position: position, owner: Array(text.utf8),
      others: others.map { Array($0.utf8) },
      presence: PresenceHub.Frame(version: version, bytes: Array("who \(version)".utf8)),
      now: Self.now)
  }

  private func place(
    at position: UInt64, version: UInt64 = 0, isOwner: Bool = false, goodFor: UInt64 = 1
  ) -> StreamPlace {
    StreamPlace(
      position: position, version: version, isOwner: isOwner, goodUntil: Self.now + goodFor)
  }

  /// The text that is sent, without its framing; "look", or nil for nothing.
  private func told(_ news: DocumentNews, _ place: StreamPlace) -> String? {
    switch news.piece(for: place) {
    case .nothing: nil
    case .look: "look"
    case .bytes(let bytes, let next):
      String(buffer: bytes).split(separator: "\r\n").enumerated().filter { $0.offset % 2 == 1 }
        .map(\.element).joined(separator: "+") + " to \(next.position), \(next.version)"
    }
  }

  @Test func `a stream is told where it stands at the beginning, has it at the end, else looks`() {
    #expect(told(news(), place(at: 4)) == "owner to 6, 0")
    #expect(told(news(), place(at: 6)) == nil)
    #expect(told(news(), place(at: 9)) == nil)
    #expect(told(news(), place(at: 3)) == "look")
    #expect(told(news(), place(at: 5)) == "look")
  }

  @Test func `who is present is told where a stream was told otherwise, nobody too`() {
    #expect(told(news(presence: 7), place(at: 4, version: 2)) == "owner+who to 6, 7")
    #expect(told(news(presence: 7), place(at: 6, version: 2)) == "who to 6, 7")
    #expect(told(news(presence: 7), place(at: 6, version: 7)) == nil)
    #expect(told(news(presence: 0), place(at: 6, version: 7)) == "who to 6, 0")
    #expect(told(news(presence: 7), place(at: 4, version: 9)) == "owner to 6, 9")
  }

  @Test func `owners and others each have their text`() {
    let news = news(others: "others")
    #expect(told(news, place(at: 4, isOwner: true)) == "owner to 6, 0")
    #expect(told(news, place(at: 4)) == "others to 6, 0")
  }

  @Test func `a right that was looked up too long ago is looked up again, whatever the clock`() {
    #expect(told(news(), place(at: 4, goodFor: 0)) == "look")
    #expect(told(news(), place(at: 4, goodFor: StreamPlace.trust)) == "owner to 6, 0")
    #expect(told(news(), place(at: 4, goodFor: StreamPlace.trust + 1)) == "look")
  }

  @Test func `joined news are to a stream what it lacks of them, once, and who is present now`()
    throws
  {
    let all = try joined(
      news(presence: 1), entry("seven", at: 7, presence: 2), entry("eight", at: 8, presence: 3))
    #expect(told(all, place(at: 4)) == "owner+seven+eight+who 3 to 8, 3")
    #expect(told(all, place(at: 6, version: 1)) == "seven+eight+who 3 to 8, 3")
    #expect(told(all, place(at: 7, version: 3)) == "eight to 8, 3")
    #expect(told(all, place(at: 8, version: 2)) == "who 3 to 8, 3")
    #expect(told(all, place(at: 8, version: 3)) == nil)
    #expect(told(all, place(at: 5)) == "look")
    #expect(told(all, place(at: 3)) == "look")
  }

  @Test func `of joined news owners and others each have their text`() throws {
    let all = try joined(entry("knock", at: 5, others: ""), entry("six", at: 6))
    #expect(told(all, place(at: 4, isOwner: true)) == "knock+six to 6, 0")
    #expect(told(all, place(at: 4)) == "six to 6, 0")
    #expect(told(all, place(at: 5)) == "six to 6, 0")
  }

  @Test func `news are joined where the later begin at the end of the earlier, and up to 32 KiB`() {
    #expect(news().joined(with: entry("eight", at: 8)) == nil)
    #expect(news().joined(with: entry("six", at: 6)) == nil)
    let long = String(repeating: "a", count: 32_700)
    #expect(news().joined(with: entry(long, at: 7)) != nil)
    #expect(news().joined(with: entry(long + long, at: 7)) == nil)
  }
}
