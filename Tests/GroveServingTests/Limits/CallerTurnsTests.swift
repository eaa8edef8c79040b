import Synchronization
import Testing

@testable import GroveServing

/// Long answers of one caller, one after the other.
@Suite struct CallerTurnsTests {
  /// How many work at a time, and at most.
  private final class Count: Sendable {
    private let counts = Mutex((now: 0, most: 0))
    var most: Int { counts.withLock(\.most) }
    func begin() { counts.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) } }
    func end() { counts.withLock { $0.now -= 1 } }
  }

  private static func most(of callers: [String?]) async throws -> Int {
    let turns = CallerTurns()
    let count = Count()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for caller in callers {
        group.addTask {
          try await turns.run(for: caller) {
            count.begin()
            try await Task.sleep(for: .milliseconds(50))
            count.end()
          }
        }
      }
      try await group.waitForAll()
    }
    return count.most
  }

  @Test
  func `requests of one caller are answered one after the other, those of others beside them`()
    async throws
  {
    #expect(try await Self.most(of: ["ann", "ann", "ann"]) == 1)
    #expect(try await Self.most(of: ["ann", "ben", nil, nil]) == 4)
  }

  @Test func `one that fails gives its turn back`() async throws {
    struct Failure: Error {}
    let turns = CallerTurns()
    await #expect(throws: Failure.self) { try await turns.run(for: "ann") { throw Failure() } }
    #expect(try await turns.run(for: "ann") { 1 } == 1)
  }
}
