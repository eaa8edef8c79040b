import Foundation
import GroveServing
import GroveWire
import NIOCore
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1)))
struct EventStreamTests {
  @Test(arguments: [false, true])
  func `what is in the log comes first, what is added comes as it is added`(_ tells: Bool)
    async throws
  {
    let log = TestLog(tells: tells)
    log.append("one")
    try await serving(log) { server async throws in
      try await server.connect { connection async throws in
        let head = try await connection.openStream()
        #expect(head.status == 200 && head.headers["content-type"] == "text/event-stream")
        #expect(head.headers["x-accel-buffering"] == "no", "nginx would gather events")
        #expect(try await connection.event("row") == "one")
        for number in 2...20 {
          log.append("row \(number)")
          #expect(try await connection.event("row") == "row \(number)")
        }
      }
    }
  }

  @Test(arguments: [false, true])
  func `a log of several pages comes page by page, and nothing of it twice`(_ tells: Bool)
    async throws
  {
    let log = TestLog(tells: tells)
    for number in 1...35 { log.append("row \(number)") }
    try await serving(log) { server async throws in
      try await server.connect { connection async throws in
        _ = try await connection.openStream()
        for number in 1...35 {
          #expect(try await connection.event("row") == "row \(number)")
        }
        log.append("row 36")
        #expect(try await connection.event("row") == "row 36")
      }
    }
  }

  /// Of the larger number each loop has more than it writes to before others have their turn, so news come during a round.
  @Test(arguments: [20, 120])
  func `what is told to all is in order, whatever heartbeats come in between`(_ count: Int)
    async throws
  {
    var settings = StreamSettings()
    settings.heartbeat = .milliseconds(20)
    settings.maximumPerGroupAndAccount = count
    let log = TestLog(settings, tells: true)
    try await serving(log) { server async throws in
      try await withThrowingTaskGroup { group in
        for _ in 1...count {
          group.addTask {
            try await server.connect { connection async throws in
              _ = try await connection.openStream()
              for number in 1...301 {
                guard try await connection.event("row") == "row \(number)" else {
                  Issue.record("not row \(number)")
                  return
                }
              }
            }
          }
        }
        try await eventually { log.looks.load(ordering: .relaxed) == count }
        for number in 1...300 {
          log.append("row \(number)")
          try await Task.sleep(for: .milliseconds(1))
        }
        // When nothing is told any more, telling begins anew.
        try await Task.sleep(for: .milliseconds(100))
        log.append("row 301")
        try await group.waitForAll()
      }
    }
    // One look each when it was opened, and where the news came while it was busy itself; without it were 300 each.
    #expect(log.looks.load(ordering: .relaxed) < 150 * count)
  }

  @Test(arguments: [
    (["Last-Event-ID: 25"], ""), ([], "?after=25"), (["Last-Event-ID: 25"], "?after=3"),
  ])
  func `a stream goes on after the position it is given`(_ headers: [String], _ query: String)
    async throws
  {
    let log = TestLog()
    log.append((1...40).map { "row \($0)" })
    try await serving(log) { server async throws in
      try await server.connect { connection async throws in
        _ = try await connection.openStream(headers: headers, query: query)
        for number in 26...40 {
          #expect(try await connection.event("row") == "row \(number)")
        }
      }
    }
  }

  @Test(arguments: ["Last-Event-ID: x", "Last-Event-ID: -1", "Last-Event-ID: 007"])
  func `a position that is none is malformed and leaves no stream`(_ header: String) async throws {
    let log = TestLog()
    try await serving(log) { server async throws in
      try await server.connect { connection async throws in
        let head = try await connection.openStream(headers: [header])
        #expect(head.status == 400 && head.code == .malformed)
      }
      #expect(log.live.count == 0)
    }
  }

  @Test func `whoever has no access gets a problem and no stream`() async throws {
    let log = TestLog()
    log.remove("alice")
    try await serving(log) { server async throws in
      try await server.connect { connection async throws in
        #expect(try await connection.openStream().code == .notFound)
      }
      #expect(log.live.count == 0)
    }
  }

  @Test func `a silent stream sends a heartbeat in every interval`() async throws {
    var settings = StreamSettings()
    settings.heartbeat = .milliseconds(50)
    try await serving(TestLog(settings)) { server async throws in
      try await server.connect { connection async throws in
        let start = ContinuousClock.now
        _ = try await connection.openStream()
        // One at the beginning, then one for each interval: not earlier, and they do come.
        for _ in 0...4 { _ = try await connection.read(through: ":\n\n") }
        #expect(ContinuousClock.now - start >= .milliseconds(200))
      }
    }
  }

  @Test func `a client that leaves is noticed at once and nothing of it stays`() async throws {
    let log = TestLog()
    try await serving(log) { server async throws in
      for _ in 1...5 {
        try await server.connect { connection async throws in
          _ = try await connection.openStream()
          #expect(log.live.count == 1)
        }
        // Long before a heartbeat could have failed.
        try await eventually(within: .seconds(3)) { log.live.count == 0 }
      }
    }
  }

  @Test func `events that are ready together are written together`() async throws {
    let log = TestLog()
    try await serving(log) { server async throws in
      try await server.connect { connection async throws in
        _ = try await connection.openStream()
        _ = try await connection.read(through: ":\n\n")
        log.append((1...10).map { "row \($0)" })
        // One chunk of the transfer coding holds them all.
        _ = try await connection.read(through: "\r\n")
        let size = try await connection.read(through: "\r\n")
          .filter(\.isHexDigit)
        let chunk = try await connection.read(count: Int(size, radix: 16) ?? 0)
        #expect(chunk.components(separatedBy: "event: row").count == 11)
      }
    }
  }

  @Test func `a reader that takes nothing is disconnected, and the others go on`() async throws {
    var settings = StreamSettings()
    settings.heartbeat = .seconds(2)
    let log = TestLog(settings)
    try await serving(log) { server async throws in
      try await server.connect { reader async throws in
        _ = try await reader.openStream()
        try await server.connect(reads: false) { hanging async throws in
          try await hanging.askForStream()
          try await eventually { log.live.count == 2 }
          // More than the kernel keeps for a client that does not read.
          let large = String(repeating: "x", count: 100_000)
          for _ in 1...80 { log.append(large) }
          // Reading all the while, this one gets every row.
          for _ in 1...80 { _ = try await reader.read(count: 100_000) }
          try await eventually { log.live.count == 1 }
        }
        log.append("still here")
        #expect(try await reader.event("row") == "still here")
      }
    }
  }

  @Test func `shutdown ends every stream and the server comes to an end`() async throws {
    let log = TestLog()
    try await serving(log) { server async throws in
      try await server.connect { connection async throws in
        _ = try await connection.openStream()
        _ = try await connection.read(through: ":\n\n")
        await server.shutDown()
        // The body is ended in good form.
        #expect(try await connection.readToEnd().hasSuffix("0\r\n\r\n"))
        try await eventually { log.live.count == 0 }
      }
    }
  }

  @Test func `a stream asked for with a body, or by HEAD, is refused`() async throws {
    let log = TestLog()
    try await serving(log) { server async throws in
      let bearer = "Authorization: Bearer alice-token"
      let body = try await server.ask("GET", "/t/stream", headers: [bearer], json: "{}")
      #expect(body.code == .malformed)
      let head = try await server.ask("HEAD", "/t/stream", headers: [bearer])
      #expect(head.status == 405 && head.headers["allow"] == "GET, OPTIONS")
      #expect(log.live.count == 0)
    }
  }

  @Test(arguments: ["its own in one log", "its own", "all"])
  func `one account cannot hold more streams than the limit, nor can all`(_ which: String)
    async throws
  {
    var settings = StreamSettings()
    switch which {
    case "its own in one log": settings.maximumPerGroupAndAccount = 2
    case "its own": settings.maximumPerAccount = 2
    default: settings.maximumStreams = 2
    }
    let log = TestLog(settings)
    try await serving(log) { server async throws in
      try await server.connect { first async throws in
        _ = try await first.openStream()
        try await server.connect { second async throws in
          _ = try await second.openStream()
          try await server.connect { third async throws in
            #expect(try await third.openStream().code == .limitExceeded)
          }
        }
      }
    }
  }

  private func serving(
    _ log: TestLog, _ body: (TestServer) async throws -> Void
  ) async throws {
    try await TestServer.with(
      [TestLog.route.description], live: log.live, register: { log.register($0) }, body)
  }
}
