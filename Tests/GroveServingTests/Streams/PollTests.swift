import GroveServing
import GroveWire
import NIOCore
import NIOPosix
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1)))
struct PollTests {
  private static let route = Route<NoBody, RawBody>("poll", .get, "/t/poll", .none)

  @Test func `a poll answers at once what is there`() async throws {
    let log = TestLog()
    log.append("here")
    try await serving(log, for: .seconds(30)) { server async throws in
      let answer = try await server.ask("GET", "/t/poll")
      #expect(answer.body == "here")
    }
  }

  @Test func `a poll answers as soon as something comes`() async throws {
    let log = TestLog()
    try await serving(log, for: .seconds(30)) { server async throws in
      async let answer = server.ask("GET", "/t/poll")
      try await eventually { log.live.count == 1 }
      log.append("now")
      let body = try await answer.body
      #expect(body == "now")
      #expect(log.live.count == 0)
    }
  }

  @Test func `a poll answers nothing when its time is up, and is forgotten`() async throws {
    let log = TestLog()
    try await serving(log, for: .milliseconds(60)) { server async throws in
      let start = ContinuousClock.now
      let answer = try await server.ask("GET", "/t/poll")
      #expect(answer.body == "")
      #expect(ContinuousClock.now - start > .milliseconds(50))
      #expect(log.live.count == 0)
    }
  }

  @Test func `shutdown ends a poll`() async throws {
    let log = TestLog()
    try await serving(log, for: .seconds(30)) { server async throws in
      async let answer = server.ask("GET", "/t/poll")
      try await eventually { log.live.count == 1 }
      await server.shutDown()
      let body = try await answer.body
      #expect(body == "")
    }
  }

  private func serving(
    _ log: TestLog, for wait: TimeAmount, _ body: (TestServer) async throws -> Void
  ) async throws {
    try await TestServer.with([Self.route.description], live: log.live) { router in
      router.onPublic(Self.route) { request in
        let text = try await log.live.poll(
          group: "log", for: wait, channel: request.context.channel
        ) { log.after(0, limit: 1).first }
        return RawBody(Array((text ?? "").utf8))
      }
    } _: { server async throws in
      try await body(server)
    }
  }
}
