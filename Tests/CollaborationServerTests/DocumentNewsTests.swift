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
}
