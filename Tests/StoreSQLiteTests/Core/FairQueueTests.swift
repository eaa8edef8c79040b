import Foundation
import Synchronization
import Testing

@testable import StoreSQLite

/// Whose turn it is among those who wait.
struct FairQueueTests {
  @Test func `one of somebody is served with the first of many, and the order of each stays`() {
    var queue = FairQueue<String>()
    for number in 0..<1000 { queue.append("a\(number)", for: "a") }
    queue.append("b0", for: "b")
    queue.append("c0", for: "c")
    let first = queue.take(8, perGroup: 4).map(\.element)
    #expect(first == ["a0", "b0", "c0", "a1", "a2", "a3"])
    queue.append("b1", for: "b")
    let second = queue.take(3, perGroup: 4).map(\.element)
    #expect(second == ["a4", "b1", "a5"])
    #expect(queue.count == 1000 - 6)
  }

  @Test func `nothing is lost and nothing comes twice, whatever is taken when`() {
    var queue = FairQueue<Int>()
    var (added, taken): ([Int], [Int]) = ([], [])
    for step in 0..<4000 {
      queue.append(step, for: String(step % 7 * (step % 3)))
      added.append(step)
      if step.isMultiple(of: 5) {
        taken += queue.take(step % 11, perGroup: 1 + step % 4).map(\.element)
      }
      if step.isMultiple(of: 7) { queue.note(String(step % 5), isSlow: step.isMultiple(of: 2)) }
      if step.isMultiple(of: 11) {
        let some = queue.take(5, perGroup: 3)
        taken += some.prefix(1).map(\.element)
        queue.putBack(Array(some.dropFirst()))
      }
    }
    while case let rest = queue.take(64, perGroup: 16), !rest.isEmpty {
      taken += rest.map(\.element)
    }
    #expect(taken.count == added.count && Set(taken) == Set(added))
    #expect(queue.count == 0)
  }

  @Test func `who is slow is served one at a time, after a turn of everybody else's`() {
    var queue = FairQueue<String>()
    for number in 0..<4 { queue.append("a\(number)", for: "a") }
    let taken = queue.take(4, perGroup: 4)
    // The first took so long that the others were not begun.
    queue.note("a", isSlow: true)
    queue.putBack(Array(taken.dropFirst()))
    for name in ["b", "c"] {
      for number in 0..<2 { queue.append("\(name)\(number)", for: name) }
    }
    let turns = (0..<4).map { _ in queue.take(8, perGroup: 1).map(\.element) }
    #expect(turns == [["a1"], ["b0", "c0"], ["a2"], ["b1", "c1"]])
    queue.note("a", isSlow: false)
    #expect(queue.take(8, perGroup: 4).map(\.element) == ["a3"])
    #expect(queue.count == 0)
  }

  @Test func `who became slow while more of theirs waited is served`() {
    for turn in 0..<4 {
      var queue = FairQueue<Int>()
      for _ in 0..<turn { _ = queue.take(1, perGroup: 1) }
      queue.append(0, for: "a")
      queue.note("a", isSlow: true)
      queue.append(1, for: "a")
      #expect((0..<2).map { _ in queue.take(8, perGroup: 8).map(\.element) } == [[0], [1]])
    }
  }

  @Test func `a read of another group waits for one slow read and not for all of them`()
    async throws
  {
    let scratch = try CoreScratch()
    var options = SQLiteOptions()
    options.readers = 1
    let database = try scratch.open(options)
    let order = Order()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<12 {
        group.addTask {
          try await database.read(for: "many") { _ in
            order.add("many")
            usleep(30_000)
          }
        }
      }
      while order.all.count < 2 { try await Task.sleep(for: .milliseconds(1)) }
      let before = order.all.count
      try await database.read(for: "one") { _ in order.add("one") }
      let place = order.all.firstIndex(of: "one") ?? .max
      #expect(place - before <= 2)
      try await group.waitForAll()
    }
    try await database.close()
  }

  @Test func `a read of another group does not wait for the thousands of one`() async throws {
    let scratch = try CoreScratch()
    var options = SQLiteOptions()
    options.readers = 1
    let database = try scratch.open(options)
    let order = Order()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<2000 {
        group.addTask {
          try await database.read(for: "many") { _ in order.add("many") }
        }
      }
      while order.all.isEmpty { await Task.yield() }
      let before = order.all.count
      try await database.read(for: "one") { _ in order.add("one") }
      let place = order.all.firstIndex(of: "one") ?? .max
      // Those of the batch being read, and a few of the next.
      #expect(place - before < 200)
      try await group.waitForAll()
    }
    try await database.close()
  }

  @Test func `so many reads wait, and one caller's leave the others room`() async throws {
    let scratch = try CoreScratch()
    var options = SQLiteOptions()
    options.readers = 1
    options.waitingReads = 3
    options.waitingReadsPerGroup = 2
    let database = try scratch.open(options)
    let gate = WriterGate()
    let answers = Order()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await database.read(for: "loud") { _ in gate.hold() } }
      try await gate.waitUntilHeld()
      // What waits answers when the gate opens; what is too much is refused at once.
      func ask(_ name: String) {
        group.addTask {
          do {
            try await database.read(for: name) { _ in answers.add(name) }
          } catch let failure as SQLiteFailure where failure.code == .unavailable {
            answers.add("no room for \(name)")
          }
        }
      }
      for _ in 1...3 { ask("loud") }
      while answers.all.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
      #expect(answers.all == ["no room for loud"])
      for _ in 1...2 { ask("quiet") }
      while answers.all.count < 2 { try await Task.sleep(for: .milliseconds(1)) }
      #expect(answers.all == ["no room for loud", "no room for quiet"])
      gate.open()
      try await group.waitForAll()
    }
    #expect(answers.all.dropFirst(2).sorted() == ["loud", "loud", "quiet"])
    try await database.close()
  }
}

/// Who was served, in order.
private final class Order: Sendable {
  private let names = Mutex<[String]>([])
  var all: [String] { names.withLock(\.self) }
  func add(_ name: String) { names.withLock { $0.append(name) } }
}
