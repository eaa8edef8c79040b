import GroveWire
import NIOCore
import Synchronization
import Testing

@testable import GroveServing

/// Streams have no task of the request that opened them.
@Suite(.timeLimit(.minutes(1)))
struct StreamHandOverTests {
  @Test func `the request that opened a stream is over while the stream is open`() async throws {
    let live = LiveStreams()
    let log = LookLog()
    try await serving(log, live) { server async throws in
      try await server.connect { connection async throws in
        _ = try await connection.openStream()
        for _ in 1...3 {
          log.change()
          live.wake(group: "crowd")
          #expect(try await connection.event("row") == "no request")
        }
      }
    }
  }

  @Test
  func
    `not more streams look at one time than may, and a group with one is not behind a group with many`()
    async throws
  {
    var settings = StreamSettings()
    settings.maximumPerGroupAndAccount = 300
    settings.maximumPerAccount = 300
    let live = LiveStreams(settings: settings)
    let log = LookLog()
    try await serving(log, live) { server async throws in
      try await withThrowingTaskGroup { group in
        for number in 0...250 {
          group.addTask { try await Self.readRow(server, query: number == 0 ? "?after=1" : "") }
        }
        try await eventually { log.waiting == 251 && live.looks.inLine == 0 }
        log.holdLooks()
        log.change()
        live.wake(group: "crowd")
        try await eventually { log.turns.count == 64 && live.looks.inLine == 186 }
        live.wake(group: "one")
        try await eventually { live.looks.inLine == 187 }
        // One of the crowd stands before it.
        for count in 65...66 {
          log.letOneGoOn()
          try await eventually { log.turns.count == count }
        }
        #expect(log.turns.firstIndex(of: "one") == 65)
        #expect(log.mostAtOnce == 64)
        log.letAllGoOn()
        try await group.waitForAll()
      }
    }
    #expect(log.turns.count == 251)
    #expect(log.mostAtOnce == 64)
  }

  @Test func `a stream that is cut while it stands in the line does not wait for its turn`()
    async throws
  {
    var settings = StreamSettings()
    settings.maximumPerGroupAndAccount = 100
    let live = LiveStreams(settings: settings)
    let log = LookLog()
    try await serving(log, live) { server async throws in
      try await withThrowingTaskGroup { group in
        for _ in 1...64 {
          group.addTask { try await Self.readRow(server) }
        }
        try await eventually { log.waiting == 64 && live.looks.inLine == 0 }
        try await server.connect { connection async throws in
          _ = try await connection.openStream(query: "?after=1")
          try await eventually { log.waiting == 65 }
          log.holdLooks()
          log.change()
          live.wake(group: "crowd")
          try await eventually { log.turns.count == 64 }
          live.wake(group: "one")
          try await eventually { live.looks.inLine == 1 }
          let cut = await live.cut(group: "one", account: "alice", reason: .removed)
          #expect(cut.streams == 1 && live.looks.inLine == 1)
          #expect(try await connection.readToEnd().hasSuffix("\r\n0\r\n\r\n"))
        }
        log.letAllGoOn()
        try await group.waitForAll()
      }
    }
    #expect(log.turns.count == 64)
  }

  @Test func `a stream that is cut while it looks ends though the store does not answer`()
    async throws
  {
    let live = LiveStreams(settings: StreamSettings())
    let log = LookLog()
    try await serving(log, live) { server async throws in
      try await server.connect { connection async throws in
        _ = try await connection.openStream(query: "?after=1")
        try await eventually { log.waiting == 1 }
        log.holdLooks()
        log.change()
        live.wake(group: "one")
        try await eventually { log.turns.count == 1 }
        let cut = await live.cut(group: "one", account: "alice", reason: .removed)
        #expect(cut.streams == 1)
        #expect(try await connection.readToEnd().hasSuffix("\r\n0\r\n\r\n"))
      }
      log.letAllGoOn()
    }
  }

  @Test func `what a client sends behind its request is held back where it does not end`()
    async throws
  {
    var settings = StreamSettings()
    settings.heartbeat = .milliseconds(200)
    let log = TestLog(settings)
    try await streaming(log) { server async throws in
      try await server.connect { connection async throws in
        _ = try await connection.openStream()
        let channel = connection.channel
        let sent = Flag()
        channel.writeAndFlush(ByteBuffer(repeating: 65, count: 64 << 20))
          .whenSuccess { sent.set() }
        log.append("one")
        #expect(try await connection.event("row") == "one")
        try await Task.sleep(for: .milliseconds(500))
        #expect(!sent.isSet)
        log.append("two")
        #expect(try await connection.event("row") == "two")
        // That it has gone is noticed by the next heartbeat.
        try await channel.close()
        try await eventually { log.live.count == 0 }
      }
    }
  }

  @Test func `what a client sends behind its request is not answered, and its stream goes on`()
    async throws
  {
    let log = TestLog()
    try await streaming(log) { server async throws in
      try await server.connect { connection async throws in
        _ = try await connection.openStream()
        _ = try await connection.read(through: ":\n\n")
        try await connection.askForStream()
        try await connection.send("GET /t/stream HTTP/1.1\r\nHos")
        log.append("one")
        #expect(try await connection.event("row") == "one")
        try await connection.send(String(repeating: "what is this\r\n", count: 10_000))
        log.append("two")
        #expect(try await connection.event("row") == "two")
        #expect(log.live.count == 1)
        _ = await log.live.cut(group: "log", account: "alice", reason: .removed)
        let rest = try await connection.readToEnd()
        #expect(!rest.contains("HTTP/1.1") && rest.hasSuffix("\r\n0\r\n\r\n"))
      }
    }
  }

  @Test func `a second request that comes with the first is not answered either`() async throws {
    let log = TestLog()
    try await streaming(log) { server async throws in
      try await server.connect { connection async throws in
        let request =
          "GET /t/stream HTTP/1.1\r\nHost: t\r\nAuthorization: Bearer alice-token\r\n\r\n"
        try await connection.send(request + request + "GET /t/str")
        #expect(try await connection.readResponse().status == 200)
        log.append("one")
        #expect(try await connection.event("row") == "one")
        _ = await log.live.cut(group: "log", account: "alice", reason: .removed)
        #expect(try await connection.readToEnd().hasSuffix("removed\n\n\r\n0\r\n\r\n"))
      }
    }
  }

  @Test func `a stream whose place another connection needs ends in good form`() async throws {
    let log = TestLog()
    var settings = ServerSettings()
    // The second stream's connection is not kept for the account, and the only one of its kind.
    settings.connections.perAccount = 1
    settings.connections.perAddress = 1
    try await streaming(log, settings) { server async throws in
      try await server.connect { first async throws in
        _ = try await first.openStream()
        try await server.connect { second async throws in
          _ = try await second.openStream()
          try await server.connect { third async throws in
            _ = try await third.openStream()
            #expect(try await second.readToEnd().hasSuffix("\r\n0\r\n\r\n"))
          }
        }
      }
    }
  }

  @Test func `connections of streams are waited for until the last is closed`() async throws {
    let log = TestLog()
    try await streaming(log) { server async throws in
      let connections = log.live.connections
      try await server.connect { connection async throws in
        _ = try await connection.openStream()
        // An event comes by the connection that was handed over; the first heartbeat may come before.
        log.append("one")
        #expect(try await connection.event("row") == "one")
        let closed = Flag()
        try await withThrowingTaskGroup { group in
          group.addTask {
            await connections.waitUntilClosed()
            closed.set()
          }
          try await Task.sleep(for: .milliseconds(50))
          #expect(!closed.isSet)
          log.live.shutDown()
          _ = try await connection.readToEnd()
          connection.endSending()
          try await group.waitForAll()
        }
      }
    }
  }

  private func streaming(
    _ log: TestLog, _ settings: ServerSettings = ServerSettings(),
    _ body: (TestServer) async throws -> Void
  ) async throws {
    try await TestServer.with(
      [TestLog.route.description], live: log.live, settings: settings,
      register: { log.register($0) }, body)
  }

  private static func readRow(_ server: TestServer, query: String = "") async throws {
    try await server.connect { connection async throws in
      _ = try await connection.openStream(query: query)
      _ = try await connection.event("row")
    }
  }

  private func serving(
    _ log: LookLog, _ live: LiveStreams, _ body: (TestServer) async throws -> Void
  ) async throws {
    let register = { (router: TestRouter) in
      router.onStream(TestLog.route, live) { request, caller, registrar in
        let group = try request.resumePosition == 1 ? "one" : "crowd"
        let handle = try registrar.open(group: group, account: caller)
        return OpenedStream(handle, feeding: LookFeed(log: log, group: group))
      }
    }
    try await TestServer.with(
      [TestLog.route.description], live: live, register: register, body)
  }
}

/// Set once.
private final class Flag: Sendable {
  private let value = Mutex(false)
  var isSet: Bool { value.withLock(\.self) }
  func set() { value.withLock { $0 = true } }
}
