import Foundation
import GroveWire
import Synchronization
import Testing

@testable import GroveServing

@Suite(.timeLimit(.minutes(1)))
struct FairWaitQueueTests {
  @Test func `who asks for a hundred things waits for them behind everybody's first`() {
    var line = FairWaitQueue<String>(limit: 1000)
    for number in 0..<100 { #expect(line.push("loud\(number)", of: "loud") == nil) }
    for name in ["ann", "ben"] { #expect(line.push(name, of: name) == nil) }
    #expect((0..<4).compactMap { _ in line.pop() } == ["loud0", "ann", "ben", "loud1"])
    #expect(line.count == 98)
    while line.pop() != nil {}
    #expect(line.count == 0 && line.pop() == nil)
  }

  @Test func `when the line is full the newest of whoever has most in it goes, never a quiet one`()
  {
    var line = FairWaitQueue<String>(limit: 3)
    for number in 0..<3 { #expect(line.push("loud\(number)", of: "loud") == nil) }
    #expect(line.push("ann", of: "ann") == "loud2")
    #expect(line.push("loud3", of: "loud") == "loud3")
    #expect(line.push("ben", of: "ben") == "loud1")
    #expect(line.push("cleo", of: "cleo") == "cleo", "all have as much")
    #expect((0..<4).map { _ in line.pop() } == ["loud0", "ann", "ben", nil])
  }

  @Test func `the turns of thousands stay in order, whoever has to go meanwhile`() {
    var line = FairWaitQueue<Int>(limit: 1000)
    for number in 0..<1000 { #expect(line.push(number, of: "\(number)") == nil) }
    for number in 0..<70 { #expect(line.pop() == number) }
    // Whose only thing goes: its name stands in no turn any more, nor before those that were.
    for number in 0..<70 { #expect(line.push(1000 + number, of: "again\(number)") == nil) }
    #expect(line.push(2000, of: "late") == 2000)
    #expect((0..<1000).map { _ in line.pop() } == (70..<1070).map { $0 })
    #expect(line.pop() == nil)
  }

  @Test func `a lane does so much at a time, refuses what is too much, and gives errors back`()
    async throws
  {
    let lane = FairThreadPool("test", width: 2, limit: 4)
    let (meter, gate) = (Meter(), DispatchGate())
    let outcomes = await withTaskGroup(of: ProblemCode?.self) { tasks in
      for number in 0..<20 {
        tasks.addTask {
          do {
            try await lane.run(for: "asker\(number)") { meter.during { gate.wait() } }
            return nil
          } catch { return (error as? Problem)?.code }
        }
      }
      var codes: [ProblemCode?] = []
      for await code in tasks {
        codes.append(code)
        // Two work and four wait at most: so many have been refused before anything is done.
        if codes.count == 14 { gate.open() }
      }
      return codes
    }
    #expect(outcomes.prefix(14).allSatisfy { $0 == .unavailable })
    #expect(outcomes.count { $0 == nil } >= 4)
    #expect(meter.most.load(ordering: .relaxed) <= 2)
    await #expect(throws: Problem(.malformed)) {
      try await lane.run(for: "a") { throw Problem(.malformed) }
    }
  }
}

/// Lets whoever waits through once it is open; blocks the thread, as slow work does.
private final class DispatchGate: Sendable {
  private let isOpen = Atomic(false)
  func open() { isOpen.store(true, ordering: .sequentiallyConsistent) }
  func wait() {
    while !isOpen.load(ordering: .sequentiallyConsistent) { usleep(1000) }
  }
}

/// How many are at it at one time.
private final class Meter: Sendable {
  private let now = Atomic(0)
  let most = Atomic(0)

  func during(_ work: () -> Void) {
    most.max(
      now.add(1, ordering: .sequentiallyConsistent).newValue, ordering: .sequentiallyConsistent)
    work()
    now.subtract(1, ordering: .sequentiallyConsistent)
  }
}
