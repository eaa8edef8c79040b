import GroveServing
import GroveWire
import NIOCore
import Testing

/// What whoever removes somebody is told, and what those who are removed see, at the size that broke
/// it: two hundred streams of one document.
@Suite(.timeLimit(.minutes(5)))
struct CutReceiptTests {
  private static let streams = 200

  @Test func `the receipt counts every stream that was served, and each ends with its ended event`()
    async throws
  {
    var settings = StreamSettings()
    settings.maximumPerGroupAndAccount = Self.streams
    for round in 1...6 {
      let log = TestLog(settings)
      try await serving(log) { server async throws in
        let opened = AsyncStream<Bool>.makeStream()
        try await withThrowingTaskGroup(of: Bool.self) { group in
          for _ in 1...Self.streams {
            group.addTask { try await Self.follow(server) { opened.continuation.yield($0) } }
          }
          // Some rounds remove while streams are being opened, some when all are served.
          let wanted = round.isMultiple(of: 2) ? Self.streams : Self.streams / 2
          for await _ in opened.stream.prefix(wanted) {}
          // As a removal does it: committed; others write, so that streams look; cut.
          log.remove("alice")
          log.live.wake(group: "log")
          if round.isMultiple(of: 3) { try await Task.sleep(for: .milliseconds(3)) }
          let cut = await log.live.cut(group: "log", account: "alice", reason: .removed)
          var served = 0
          for try await wasServed in group where wasServed { served += 1 }
          #expect(cut.streams == served)
          #expect(served >= wanted)
        }
        #expect(log.live.count == 0)
      }
    }
  }

  @Test func `a cut with a short grace waits for streams that only wait for their turn`()
    async throws
  {
    var settings = StreamSettings()
    settings.maximumPerGroupAndAccount = Self.streams
    settings.cutGrace = .milliseconds(20)
    // Every stream is in the middle of a look that takes five times the grace.
    let log = TestLog(settings, lookTakes: .milliseconds(100))
    try await serving(log) { server async throws in
      let opened = AsyncStream<Bool>.makeStream()
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for _ in 1...Self.streams {
          group.addTask { try await Self.follow(server) { opened.continuation.yield($0) } }
        }
        for await _ in opened.stream.prefix(Self.streams) {}
        log.append("wakes them all")
        let cut = await log.live.cut(group: "log", account: "alice", reason: .removed)
        #expect(cut.streams == Self.streams)
        try await group.waitForAll()
      }
    }
  }

  /// - Returns: whether a stream was served, which then must have ended in good form.
  private static func follow(_ server: TestServer, _ opened: @escaping (Bool) -> Void)
    async throws -> Bool
  {
    try await server.connect { connection async throws in
      let head = try await connection.openStream()
      opened(head.status == 200)
      guard head.status == 200 else { return false }
      let received = try await connection.readToEnd()
      #expect(received.contains("event: ended\ndata: removed\n\n"))
      #expect(received.hasSuffix("\r\n0\r\n\r\n"))
      return true
    }
  }

  private func serving(
    _ log: TestLog, _ body: (TestServer) async throws -> Void
  ) async throws {
    try await TestServer.with(
      [TestLog.route.description], live: log.live, register: { log.register($0) }, body)
  }
}
