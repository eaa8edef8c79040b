import Foundation
import GroveServing
import GroveWire
import Testing

/// Addresses over real connections, which come from 127.0.0.1.
@Suite(.timeLimit(.minutes(1)))
struct ForwardingServerTests {
  private static let address = Route<NoBody, RawBody>("address", .get, "/address", .none)
  private static let loopback = TrustedProxies([AddressBlock("127.0.0.1")].compactMap { $0 })

  private static func with(
    _ proxies: TrustedProxies, limits: RouteLimits = RouteLimits(),
    metrics: PrometheusRegistry = PrometheusRegistry(), log: RecordingLog = RecordingLog(),
    _ body: (TestServer) async throws -> Void
  ) async throws {
    try await TestServer.with(
      [address.description], trusting: proxies, metrics: metrics, logger: log.logger,
      register: { router in
        router.onPublic(address, limits: limits) { RawBody(Array($0.clientAddress.utf8)) }
      }, body)
  }

  @Test func `a trusted proxy names the client; for anybody else the connection does`() async throws
  {
    let headers = ["X-Forwarded-For: 198.51.100.1, 203.0.113.7"]
    for (proxies, expected) in [(Self.loopback, "203.0.113.7"), (.none, "127.0.0.1")] {
      try await Self.with(proxies) { server async throws in
        #expect(try await server.ask("GET", "/address", headers: headers).body == expected)
      }
    }
  }

  @Test func `behind a trusted proxy each client has a rate of its own, forged headers or not`()
    async throws
  {
    let limits = RouteLimits(perAddress: RateLimit(burst: 2, perSecond: 0.001))
    func status(_ server: TestServer, _ client: String, forged: String) async throws -> Int {
      let headers = ["X-Forwarded-For: \(forged), \(client)"]
      return try await server.ask("GET", "/address", headers: headers).status
    }
    try await Self.with(Self.loopback, limits: limits) { server async throws in
      for number in 1...50 {
        let expected = number <= 2 ? 200 : 429
        let client = "2001:db8:1:2::\(String(number, radix: 16))"
        #expect(try await status(server, client, forged: "192.0.2.\(number)") == expected)
      }
      #expect(try await status(server, "2001:db8:1:3::1", forged: "192.0.2.1") == 200)
    }
    try await Self.with(.none, limits: limits) { server async throws in
      for number in 1...50 {
        let expected = number <= 2 ? 200 : 429
        #expect(try await status(server, "192.0.2.\(number)", forged: "x") == expected)
      }
    }
  }

  @Test func `a proxy that is not declared is counted each time and logged once`() async throws {
    let (metrics, log) = (PrometheusRegistry(), RecordingLog())
    try await Self.with(.none, metrics: metrics, log: log) { server async throws in
      _ = try await server.ask("GET", "/address")
      #expect(metrics.text.contains("forwarding_headers_ignored_total 0"))
      for _ in 1...3 {
        _ = try await server.ask("GET", "/address", headers: ["Forwarded: for=203.0.113.7"])
      }
    }
    #expect(metrics.text.contains("forwarding_headers_ignored_total 3"))
    #expect(log.text.components(separatedBy: "A proxy is not declared").count == 2)
    #expect(log.text.contains("127.0.0.1") && !log.text.contains("203.0.113.7"))
  }

  @Test func `the machine's own questions, past the proxy, make no proxy silent`() async throws {
    let metrics = PrometheusRegistry()
    try await TestServer.with(
      [Self.address.description], trusting: Self.loopback, metrics: metrics,
      register: { router in
        router.onPublic(Self.address) { _ in RawBody([]) }
        router.addOperations(isReady: { true }, drain: nil, openAPI: "")
      }
    ) { server async throws in
      for path in ["/healthz", "/readyz"] {
        #expect(try await server.ask("GET", path).status == 200)
      }
      #expect(metrics.text.contains("forwarding_headers_missing_total 0"))
      _ = try await server.ask("GET", "/address")
    }
    #expect(metrics.text.contains("forwarding_headers_missing_total 1"))
  }

  @Test func `a trusted proxy that does not say for whom it asks is counted`() async throws {
    let metrics = PrometheusRegistry()
    try await Self.with(Self.loopback, metrics: metrics) { server async throws in
      _ = try await server.ask("GET", "/address", headers: ["Forwarded: for=203.0.113.7"])
      _ = try await server.ask("GET", "/address")
    }
    #expect(metrics.text.contains("forwarding_headers_missing_total 1"))
    #expect(metrics.text.contains("forwarding_headers_ignored_total 0"))
  }
}
