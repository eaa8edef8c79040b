import Foundation
import GroveServing
import GroveWire
import Metrics
import ServiceLifecycle
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1)))
struct OperationsTests {
  @Test func `health, readiness and the document are answered in public, metrics are not`()
    async throws
  {
    let ready = Readiness()
    try await TestServer.with(TestRoutes.all) { router in
      TestRoutes.register(router)
      router.addOperations(isReady: { ready.isReady }, drain: nil, openAPI: "openapi: 3.1.0\n")
    } _: { server async throws in
      #expect(try await server.ask("GET", "/healthz").body == "ok\n")
      #expect(try await server.ask("HEAD", "/healthz").status == 200)
      #expect(try await server.ask("GET", "/readyz").body == "ready\n")
      let document = try await server.ask("GET", "/openapi.yaml")
      #expect(document.body == "openapi: 3.1.0\n")
      #expect(document.headers["content-type"] == "application/yaml")
      for path in ["/metrics", "/metrics/", "//metrics", "/Metrics"] {
        #expect(try await server.ask("GET", path).status == 404)
      }
      ready.isReady = false
      let refusal = try await server.ask("GET", "/readyz")
      #expect(refusal.status == 503 && refusal.code == .unavailable)
      #expect(refusal.headers["retry-after"] == "1")
      #expect(try await server.ask("POST", "/healthz").status == 405)
    }
  }

  @Test func `the operations address tells metrics of all servers, and whether all are ready`()
    async throws
  {
    let (relay, app) = (Readiness(), Readiness())
    let registries = ["relay", "collaboration"].map { PrometheusRegistry(labels: [("server", $0)]) }
    for (registry, count) in zip(registries, [1, 2]) {
      Counter(label: "requests_total", factory: registry).increment(by: Int64(count))
      registry.gauge("open_streams") { Double(count) }
    }
    let operations = OperationsServer(
      registries: registries, readiness: [{ relay.isReady }, { app.isReady }])
    try await Self.running(operations) { port in
      func ask(_ path: String, _ method: String = "GET") async throws -> RawResponse {
        try await RawConnection.with(port: port) { try await $0.ask(method, path) }
      }
      let metrics = try await ask("/metrics")
      #expect(metrics.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
      #expect(
        metrics.body == """
          # TYPE requests_total counter
          requests_total{server="collaboration"} 2
          requests_total{server="relay"} 1
          # TYPE open_streams gauge
          open_streams{server="collaboration"} 2.0
          open_streams{server="relay"} 1.0

          """)
      #expect(try await ask("/healthz").body == "ok\n")
      #expect(try await ask("/readyz").status == 200)
      app.isReady = false
      #expect(try await ask("/readyz").status == 503)
      #expect(try await ask("/healthz").status == 200)
      #expect(try await ask("/metrics", "POST").status == 405)
      #expect(try await ask("/openapi.yaml").status == 404)
    }
  }

  @Test func `a server that is being ended says so and goes on answering until its drain is over`()
    async throws
  {
    let drain = Drain(.milliseconds(1500))
    let operations = OperationsServer(registries: [], readiness: [{ true }], drain: drain)
    let (ports, bound) = AsyncStream<Int>.makeStream()
    let service = try operations.service(ServerSettings(), logger: TestServer.quiet) {
      bound.yield($0)
    }
    let group = ServiceGroup(services: [service, drain], logger: TestServer.quiet)
    async let running: Void = group.run()
    let port = try #require(await ports.first { _ in true })
    func status(_ path: String) async throws -> Int {
      try await RawConnection.with(port: port) { try await $0.ask("GET", path).status }
    }
    #expect(try await status("/readyz") == 200 && !drain.hasBegun)
    await group.triggerGracefulShutdown()
    while !drain.hasBegun { await Task.yield() }
    #expect(try await status("/readyz") == 404)
    #expect(try await status("/healthz") == 200)
    try await running
    await #expect(throws: (any Error).self) { try await status("/healthz") }
  }

  private static func running(
    _ operations: OperationsServer, _ body: @escaping @Sendable (Int) async throws -> Void
  ) async throws {
    let (ports, bound) = AsyncStream<Int>.makeStream()
    let service = try operations.service(ServerSettings(), logger: TestServer.quiet) {
      bound.yield($0)
    }
    let group = ServiceGroup(services: [service], logger: TestServer.quiet)
    try await withThrowingTaskGroup { tasks in
      tasks.addTask { try await group.run() }
      guard let port = await ports.first(where: { _ in true }) else { return }
      do {
        try await body(port)
      } catch {
        tasks.cancelAll()
        throw error
      }
      await group.triggerGracefulShutdown()
      try await tasks.waitForAll()
    }
  }

  @Test func `the text format holds counters, gauges and histograms, labels escaped`() {
    let registry = PrometheusRegistry()
    let dimensions = [("route", "a\"b\\c\nd")]
    for _ in 1...3 {
      Counter(label: "requests.total", dimensions: dimensions, factory: registry).increment()
    }
    let timer = Metrics.Timer(label: "duration_seconds", factory: registry)
    timer.recordNanoseconds(200_000)
    timer.recordNanoseconds(20_000_000_000)
    registry.gauge("open streams") { 4 }
    let lines = registry.text.split(separator: "\n").map(String.init)
    #expect(lines.contains("# TYPE requests_total counter"))
    #expect(lines.contains(#"requests_total{route="a\"b\\c\nd"} 3"#))
    #expect(lines.contains("# TYPE duration_seconds histogram"))
    #expect(lines.contains(#"duration_seconds_bucket{le="0.0001"} 0"#))
    #expect(lines.contains(#"duration_seconds_bucket{le="0.00025"} 1"#))
    // The alert on removals that took longer asks for it by this name.
    #expect(lines.contains(#"duration_seconds_bucket{le="5.0"} 1"#))
    #expect(lines.contains(#"duration_seconds_bucket{le="10.0"} 1"#))
    #expect(lines.contains(#"duration_seconds_bucket{le="+Inf"} 2"#))
    #expect(lines.contains("duration_seconds_count 2"))
    #expect(lines.contains("open_streams 4.0"))
  }

  @Test func `the process tells its start, its files, its memory and its processor time`() throws {
    let registry = PrometheusRegistry()
    registry.addProcess(started: 12.5, version: "1.2.3")
    registry.addRoom(in: "/tmp")
    registry.addWritten("written_seconds", "/no/such/file")
    let lines = registry.text.split(separator: "\n").map(String.init)
    #expect(lines.contains("process_start_time_seconds 12.5"))
    #expect(lines.contains("grove_build_info{version=\"1.2.3\"} 1.0"))
    #expect(lines.contains("# TYPE process_cpu_seconds_total counter"))
    #expect(!registry.text.contains("written_seconds"), "what is not there has no series")
    for name in [
      "process_open_fds", "process_max_fds", "process_resident_memory_bytes",
      "process_cpu_seconds_total", "data_folder_free_bytes", "data_folder_size_bytes",
    ] {
      let line = lines.first { $0.hasPrefix(name + " ") }
      let value = line?.split(separator: " ").last.flatMap { Double($0) }
      #expect(try #require(value, "\(name)") > 0, "\(name)")
    }
  }

  @Test(arguments: [
    OpenAPIDocument(
      title: "Relay", version: "1", summary: "Messages.", routes: RelayRoutes.all),
    OpenAPIDocument(
      title: "Collaboration server", version: "1", summary: "Documents.",
      routes: CollaborationRoutes.all),
  ])
  func `the document names every route once, with its method, status and problem`(
    _ document: OpenAPIDocument
  ) {
    let yaml = document.yaml
    for route in document.routes {
      #expect(yaml.components(separatedBy: "operationId: \(route.name)\n").count == 2)
      #expect(yaml.contains("\n  \(route.path):\n"))
    }
    let operations = yaml.components(separatedBy: "operationId: ").count - 1
    #expect(operations == document.routes.count)
    for code in ProblemCode.known { #expect(yaml.contains("\n    \(code.rawValue):\n")) }
  }
}

private final class Readiness: Sendable {
  private let value = Mutex(true)
  var isReady: Bool {
    get { value.withLock(\.self) }
    set { value.withLock { $0 = newValue } }
  }
}
