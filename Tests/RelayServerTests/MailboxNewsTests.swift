import GroveServing
import NIOCore
import Testing

@testable import RelayServer

/// What of a mailbox's news is for a stream that waits, while a loop has not told it yet.
struct MailboxNewsTests {
  private func news(after: UInt64, to position: UInt64, _ text: String) -> MailboxNews {
    MailboxNews(after: after, position: position, now: 1, bytes: ByteBuffer(string: text))
  }

  private func told(_ news: (any StreamNews)?, at position: UInt64) -> String? {
    let place = StreamPlace(position: position, version: 0, isOwner: false, goodUntil: 2)
    guard case .bytes(let bytes, _) = news?.piece(for: place) else { return nil }
    return String(buffer: bytes)
  }

  @Test func `of two that begin at one place the later has what the earlier has`() {
    let both = news(after: 4, to: 5, "five").joined(with: news(after: 4, to: 6, "five six"))
    #expect(told(both, at: 4) == "five six")
    #expect(told(both, at: 5) == nil)
  }

  @Test func `what begins elsewhere, or ends before, is told by itself`() {
    let first = news(after: 4, to: 6, "five six")
    #expect(first.joined(with: news(after: 6, to: 7, "seven")) == nil)
    #expect(first.joined(with: news(after: 3, to: 7, "four to seven")) == nil)
    #expect(first.joined(with: news(after: 4, to: 5, "five")) == nil)
  }
}
