import NIOCore
import Testing

@testable import GroveServing

/// What a loop tells next while it tells something.
struct StreamRoundsTests {
  private let rounds = StreamRounds()
  private let loop = Loop()

  /// Only which one it is counts here.
  private final class Loop {}

  private func key(_ group: String = "log") -> StreamRounds.Key {
    StreamRounds.Key(group: group, loop: ObjectIdentifier(loop))
  }

  private func round(after: Int, _ rows: [String], doubtful: Set<String> = []) -> StreamRound {
    StreamRound(streams: [], doubtful: doubtful, news: TestNews(after: after, rows: rows))
  }

  private func place(at position: UInt64) -> StreamPlace {
    StreamPlace(position: position, version: 0, isOwner: false, goodUntil: .max)
  }

  /// The rows that a stream is sent that stands at a place.
  private func rows(_ round: StreamRound?, at position: UInt64) -> [String] {
    guard case .bytes(let bytes, _) = round?.news.piece(for: place(at: position)) else { return [] }
    return String(buffer: bytes).split(separator: "\n").filter { $0.hasPrefix("data: ") }
      .map { String($0.dropFirst(6)) }
  }

  @Test func `the first that is told begins, and what comes until its turn is told with it`() {
    #expect(rounds.add(round(after: 0, ["a"]), to: key()))
    #expect(!rounds.add(round(after: 1, ["b"]), to: key()))
    #expect(rows(rounds.take(from: key()), at: 0) == ["a", "b"])
    #expect(!rounds.goesOn(key()))
  }

  @Test func `what comes during a round is told as one in the next`() {
    #expect(rounds.add(round(after: 0, ["a"]), to: key()))
    #expect(rows(rounds.take(from: key()), at: 0) == ["a"])
    for (index, row) in ["b", "c", "d"].enumerated() {
      #expect(!rounds.add(round(after: 1 + index, [row]), to: key()))
    }
    #expect(rounds.goesOn(key()))
    #expect(rows(rounds.take(from: key()), at: 1) == ["b", "c", "d"])
    #expect(!rounds.goesOn(key()))
    #expect(rounds.add(round(after: 4, ["e"]), to: key()), "it begins anew")
  }

  @Test func `what cannot be joined is told one after the other`() {
    #expect(rounds.add(round(after: 0, ["a"]), to: key()))
    #expect(!rounds.add(round(after: 5, ["f"]), to: key()))
    #expect(!rounds.add(round(after: 6, ["g"]), to: key()))
    #expect(rows(rounds.take(from: key()), at: 0) == ["a"])
    #expect(rounds.goesOn(key()))
    #expect(rows(rounds.take(from: key()), at: 5) == ["f", "g"])
    #expect(!rounds.goesOn(key()))
  }

  @Test func `of more that cannot be joined than is kept, every stream looks by itself, once`() {
    for number in 0...9 { _ = rounds.add(round(after: 10 * number, ["a"]), to: key()) }
    let all = rounds.take(from: key())
    for position in [0, 20, 95] as [UInt64] {
      guard case .look = all?.news.piece(for: place(at: position)) else {
        Issue.record("it is told what it lacks at \(position)")
        continue
      }
    }
    #expect(!rounds.goesOn(key()))
  }

  @Test func `who is doubtful in one of joined news looks for all of them`() {
    #expect(rounds.add(round(after: 0, ["a"], doubtful: ["alice"]), to: key()))
    #expect(!rounds.add(round(after: 1, ["b"], doubtful: ["bob"]), to: key()))
    #expect(rounds.take(from: key())?.doubtful == ["alice", "bob"])
  }

  @Test func `each group and each loop has rounds of its own`() {
    let other = Loop()
    #expect(rounds.add(round(after: 0, ["a"]), to: key()))
    #expect(rounds.add(round(after: 1, ["b"]), to: key("other")))
    let there = StreamRounds.Key(group: "log", loop: ObjectIdentifier(other))
    #expect(rounds.add(round(after: 1, ["c"]), to: there))
    #expect(rows(rounds.take(from: key()), at: 0) == ["a"])
  }
}
