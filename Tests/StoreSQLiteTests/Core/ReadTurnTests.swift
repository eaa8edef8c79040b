import Foundation
import Synchronization
import Testing

@testable import StoreSQLite

/// Whose turn it is among the reads that wait.
struct ReadTurnTests {
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
