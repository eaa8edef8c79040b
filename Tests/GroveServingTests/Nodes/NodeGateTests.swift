import GroveServing
import GroveWire
import Testing

/// A node whose lease is over sends nothing, whether or not anybody has ended its streams yet.
@Suite(.timeLimit(.minutes(1)))
struct NodeGateTests {
  @Test(arguments: [false, true])
  func `nothing is written when the lease is over, and the stream ends`(_ tells: Bool) async throws
  {
    let hand = TestClock()
    let gate = NodeGate { hand.now }
    gate.open(until: 2000)
    let log = TestLog(tells: tells, gate: gate)
    try await serving(log) { server async throws in
      try await server.connect { connection async throws in
        _ = try await connection.openStream()
        log.append("one")
        #expect(try await connection.event("row") == "one")
        hand.now = 2000
        log.append("two")
        // Open again, as after a pause: what the stream has missed must not be passed over.
        try await eventually { log.live.count == 0 }
        gate.open(until: 9000)
        log.append("three")
        let rest = try await connection.readToEnd()
        #expect(!rest.contains("two") && !rest.contains("three"))
      }
    }
  }

  @Test func `no stream is opened while the lease does not live`() async throws {
    let hand = TestClock()
    let gate = NodeGate { hand.now }
    let log = TestLog(gate: gate)
    try await serving(log) { server async throws in
      let refused = try await server.connect { try await $0.openStream() }
      #expect(refused.status == 503)
      gate.open(until: 2000)
      try await server.connect { connection async throws in
        let opened = try await connection.openStream()
        #expect(opened.status == 200)
      }
    }
  }

  @Test func `what is left from before a lease was lost ends before there is another`() async throws
  {
    let gate = NodeGate { 0 }
    gate.open(until: 1)
    let log = TestLog(gate: gate)
    try await serving(log) { server async throws in
      try await server.connect { connection async throws in
        _ = try await connection.openStream()
        log.append("one")
        _ = try await connection.event("row")
        gate.close()
        await log.live.endAll()
        #expect(log.live.count == 0)
        #expect(try await connection.readToEnd().hasSuffix("0\r\n\r\n"))
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
