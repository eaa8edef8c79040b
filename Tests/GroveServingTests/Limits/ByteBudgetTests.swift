import GroveWire
import Synchronization
import Testing

@testable import GroveServing

/// How many bytes of answers are held at one time.
struct ByteBudgetTests {
  private static func settings() -> ByteBudget.Settings {
    var settings = ByteBudget.Settings()
    settings.total = 100
    settings.perKey = 40
    settings.patience = .milliseconds(20)
    settings.deadline = .milliseconds(200)
    return settings
  }

  @Test
  func `nobody holds more than a share, all together not more than there is, and it comes back`() {
    let budget = ByteBudget(Self.settings())
    var first = budget.takeNow(40, for: "a")
    #expect(first != nil)
    #expect(budget.takeNow(1, for: "a") == nil)
    let second = budget.takeNow(40, for: "b")
    #expect(budget.takeNow(21, for: "c") == nil)
    #expect(budget.takeNow(20, for: "c") != nil)
    #expect(budget.held == 80)
    first?.resize(to: 10)
    #expect(budget.held == 50)
    #expect(budget.takeNow(31, for: "a") == nil)
    first = nil
    #expect(budget.held == 40)
    #expect(budget.takeNow(40, for: "a") != nil)
    withExtendedLifetime(second) {}
  }

  @Test func `whoever waits gets room when a reader is done, and is refused in time when none is`()
    async throws
  {
    let budget = ByteBudget(Self.settings())
    let box = Mutex(budget.takeNow(40, for: "a"))
    await #expect(throws: Problem.self) { try await budget.take(40, for: "a") }
    async let waited = budget.take(40, for: "a")
    try await Task.sleep(for: .milliseconds(5))
    box.withLock { $0 = nil }
    let share = try await waited
    #expect(budget.held == 40)
    withExtendedLifetime(share) {}
  }

  @Test func `a reader that takes nothing makes room for others; one that goes on is left alone`()
    async throws
  {
    var settings = Self.settings()
    settings.deadline = .seconds(20)
    let budget = ByteBudget(settings)
    let (hanging, reading) = (Reader(budget), Reader(budget))
    let busy = Busy()
    async let progress: Void = {
      while busy.now, !Task.isCancelled {
        reading.noteProgress()
        try? await Task.sleep(for: .milliseconds(1))
      }
    }()
    let more = try await budget.take(25, for: "a")
    busy.end()
    await progress
    #expect(hanging.isGivenUp && !reading.isGivenUp)
    withExtendedLifetime(more) {}
  }

  @Test(arguments: [0, 1, 32_768, 32_769, 100_000])
  func `a large answer is written in pieces of 32 KiB, whole and in order`(_ count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 7) }
    let pieces = Array(ChunkedWriter.pieces(of: bytes))
    #expect(pieces.flatMap(\.self) == bytes)
    #expect(pieces.count == (count + 32_767) / 32_768)
    #expect(pieces.allSatisfy { $0.count <= 32_768 })
  }

  @Test func `too many waiters are refused at once`() async throws {
    var settings = Self.settings()
    settings.waitingPerKey = 0
    let budget = ByteBudget(settings)
    let all = budget.takeNow(40, for: "a")
    let start = ContinuousClock.now
    await #expect(throws: Problem.self) { try await budget.take(1, for: "a") }
    #expect(ContinuousClock.now - start < .seconds(5))
    withExtendedLifetime(all) {}
  }
}

/// Holds fifteen bytes until it is given up.
private final class Reader: Sendable {
  private let share: Mutex<ByteReservation?>
  private let givenUp = Mutex(false)

  init(_ budget: ByteBudget) {
    share = Mutex(budget.takeNow(15, for: "a"))
    share.withLock {
      $0?.onGiveUp { [weak self] in
        self?.givenUp.withLock { $0 = true }
        // Outside of the call: giving back takes the budget's lock.
        self?.share.withLock { $0 = nil }
      }
    }
  }

  var isGivenUp: Bool { givenUp.withLock(\.self) }
  func noteProgress() { share.withLock { $0?.noteProgress() } }
}

/// Set until it is over.
private final class Busy: Sendable {
  private let flag = Mutex(true)
  var now: Bool { flag.withLock(\.self) }
  func end() { flag.withLock { $0 = false } }
}
