import GroveServing
import GroveWire
import NIOCore
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1)))
struct CutTests {
  @Test(arguments: [false, true])
  func `a cut tells the reason as the last event, and ends the streams of that account only`(
    _ tells: Bool
  ) async throws {
    let log = TestLog(tells: tells)
    try await serving(log) { server async throws in
      try await server.connect { connection async throws in
        _ = try await connection.openStream()
        log.append("one")
        #expect(try await connection.event("row") == "one")
        let other = await log.live.cut(group: "log", account: "bob", reason: .removed)
        #expect(other.streams == 0)
        let cut = await log.live.cut(group: "log", account: "alice", reason: .removed)
        #expect(cut.streams == 1)
        #expect(cut.microseconds > 0 && cut.elapsed < .seconds(2))
        #expect(log.live.count == 0)
        #expect(try await connection.event("ended") == "removed")
        #expect(try await connection.readToEnd() == "\n\r\n0\r\n\r\n")
      }
    }
  }

  @Test(arguments: [false, true])
  func `nothing that is added after a cut has returned is ever received`(_ tells: Bool)
    async throws
  {
    for round in 1...20 {
      let log = TestLog(lookTakes: .milliseconds(2), tells: tells)
      let served = AsyncStream<Void>.makeStream()
      try await serving(log) { server async throws in
        try await withThrowingTaskGroup(of: String.self) { group in
          for _ in 1...4 {
            group.addTask {
              try await server.connect { connection async throws in
                _ = try await connection.openStream()
                _ = try await connection.read(through: ":\n\n")
                served.continuation.yield()
                return try await connection.readToEnd()
              }
            }
          }
          for await _ in served.stream.prefix(4) {}
          // A writer that does not stop, as the others in the document do not.
          let stop = Flag()
          let writer = Writer(log: log, stop: stop)
          async let writing: Void = writer.run()
          try await Task.sleep(for: .milliseconds(round))
          let cut = await log.live.cut(group: "log", account: "alice", reason: .removed)
          stop.set()
          log.append("after the cut")
          await writing
          #expect(cut.streams == 4)
          for try await received in group {
            #expect(!received.contains("after the cut"))
            #expect(received.contains("event: ended"))
          }
        }
      }
    }
  }

  @Test(arguments: [false, true])
  func `a cut does not wait for a reader that takes nothing`(_ tells: Bool) async throws {
    var settings = StreamSettings()
    settings.cutGrace = .milliseconds(100)
    let log = TestLog(settings, tells: tells)
    try await serving(log) { server async throws in
      try await server.connect(reads: false) { hanging async throws in
        try await hanging.askForStream()
        try await eventually { log.live.count == 1 }
        log.append((1...10).map { _ in String(repeating: "x", count: 500_000) })
        // Time for the connection to fill up, so that a write is waiting.
        try await Task.sleep(for: .milliseconds(300))
        let cut = await log.live.cut(group: "log", account: "alice", reason: .removed)
        #expect(cut.streams == 1)
        #expect(cut.elapsed < .seconds(5))
      }
    }
  }

  @Test func `a stream whose access was checked before a removal is not served after it`()
    async throws
  {
    let log = TestLog()
    let gate = TestGate()
    try await TestServer.with([TestLog.route.description], live: log.live) { router in
      log.register(router) { await gate.pass() }
    } _: { server async throws in
      try await server.connect { connection async throws in
        try await connection.askForStream()
        // Access has been granted; the answer has not begun.
        await gate.waitUntilReached()
        log.remove("alice")
        let cut = await log.live.cut(group: "log", account: "alice", reason: .removed)
        #expect(cut.streams == 0)
        log.append("not for alice")
        gate.open()
        let answer = try await connection.readResponse()
        #expect(answer.status == 404 && answer.code == .notFound)
        #expect(log.live.count == 0)
      }
    }
  }

  @Test func `a session's streams end with it, and a document's with the document`() async throws {
    let log = TestLog()
    try await serving(log) { server async throws in
      try await server.connect { connection async throws in
        _ = try await connection.openStream()
        _ = try await connection.read(through: ":\n\n")
        let other = await log.live.cut(account: "alice", session: "s2", reason: .signedOut)
        #expect(other.streams == 0)
        let cut = await log.live.cut(account: "alice", session: "s1", reason: .signedOut)
        #expect(cut.streams == 1)
        #expect(try await connection.event("ended") == "signed_out")
      }
      try await server.connect { connection async throws in
        _ = try await connection.openStream()
        _ = try await connection.read(through: ":\n\n")
        #expect(await log.live.cut(group: "log", reason: .deleted).streams == 1)
        #expect(try await connection.event("ended") == "deleted")
      }
    }
  }

  @Test(arguments: [false, true])
  func `a thousand streams that come, go and are cut leave nothing behind`(_ tells: Bool)
    async throws
  {
    let log = TestLog(tells: tells)
    try await serving(log) { server async throws in
      try await withThrowingTaskGroup { group in
        for index in 0..<200 {
          group.addTask {
            for _ in 1...5 {
              try await server.connect { connection async throws in
                guard try await connection.openStream().status == 200 else { return }
                if index % 5 == 0 { log.append("row") }
                if index % 2 == 0 {
                  _ = await log.live.cut(group: "log", account: "alice", reason: .removed)
                }
              }
            }
          }
        }
        try await group.waitForAll()
      }
      try await eventually { log.live.count == 0 }
    }
  }

  private func serving(
    _ log: TestLog, _ body: (TestServer) async throws -> Void
  ) async throws {
    try await TestServer.with(
      [TestLog.route.description], live: log.live, register: { log.register($0) }, body)
  }
}

/// Set once.
private final class Flag: Sendable {
  private let value = Mutex(false)
  var isSet: Bool { value.withLock(\.self) }
  func set() { value.withLock { $0 = true } }
}

/// Appends rows until it is told to stop.
private struct Writer: Sendable {
  let log: TestLog
  let stop: Flag

  func run() async {
    while !stop.isSet {
      log.append("meanwhile")
      // Slower than the streams read, so that they are at the end of the log when they are cut.
      try? await Task.sleep(for: .milliseconds(1))
    }
  }
}
