import Foundation
import GroveClient
import GroveIdentity
import GroveServing
import GroveTesting
import GroveWire
import RelayDomain
import RelayServer
import Testing

@Suite(.timeLimit(.minutes(2)))
struct OperationsServerTests {
  private static func text(_ server: RelayTestServer, _ path: String) async throws -> String {
    let response = try await server.send("GET", path)
    #expect(response.status == 200, "\(path)")
    return String(decoding: response.body, as: UTF8.self)
  }

  @Test func `health, readiness, metrics and a page for people are answered`() async throws {
    try await RelayTestServer.run { server in
      _ = try await server.join("ann")
      #expect(try await Self.text(server, "/healthz") == "ok\n")
      #expect(try await Self.text(server, "/readyz") == "ready\n")
      let metrics = try await Self.text(server, "/metrics")
      #expect(metrics.contains("http_requests_total{route=\"signUp\",status=\"2xx\"} 1"))
      #expect(!metrics.contains("ann"))
      let page = try await server.send("GET", "/")
      #expect(String(decoding: page.body, as: UTF8.self).contains("https://relay.example"))
      let policy = page.headers.first { $0.name.lowercased() == "content-security-policy" }
      #expect(policy?.value.contains("default-src 'none'") == true)
    }
  }

  @Test func `the OpenAPI document has every route and no other`() async throws {
    try await RelayTestServer.run { server in
      let yaml = try await Self.text(server, "/openapi.yaml")
      #expect(yaml.hasPrefix("openapi: 3.1.0\n"))
      var (found, path) = ([String](), "")
      for line in yaml.split(separator: "\n") {
        if line.hasPrefix("  /") { path = line.dropFirst(2).dropLast().description }
        for method in ["get", "post", "put", "patch", "delete"] where line == "    \(method):" {
          found.append("\(method.uppercased()) \(path)")
        }
      }
      #expect(
        found.sorted() == RelayRoutes.all.map { "\($0.method.rawValue) \($0.path)" }.sorted())
      for route in RelayRoutes.all { #expect(yaml.contains("operationId: \(route.name)\n")) }
    }
  }

  @Test func `every route answers at its path and refuses other methods with a problem`()
    async throws
  {
    try await RelayTestServer.run { server in
      for path in Set(RelayRoutes.all.map(\.path)) {
        let response = try await server.send("TRACE", path)
        #expect(response.status == 405, "\(path)")
        let problem = try StrictJSON.decode(Problem.self, from: response.body)
        #expect(problem.code == .methodNotAllowed)
        let allow = response.headers.first { $0.name.lowercased() == "allow" }?.value ?? ""
        for route in RelayRoutes.all where route.path == path {
          #expect(allow.contains(route.method.rawValue))
        }
      }
      let unknown = try await server.send("GET", "/relay/v1/nothing")
      #expect(unknown.status == 404)
    }
  }

  @Test func `strangers and callers are slowed down when they ask too often`() async throws {
    try await RelayTestServer.run(configure: {
      $0.rates.lookUps = .init(burst: 3, perSecond: 0.001)
      $0.rates.signIn = .init(burst: 6, perSecond: 0.001)
    }) { server in
      let (_, ann) = try await server.join("ann")
      let (_, ben) = try await server.join("ben")
      for _ in 0..<3 { #expect(try await ann.lookUp(handle: "ann").handle == "ann") }
      #expect(try await problem { try await ann.lookUp(handle: "ann") } == .rateLimited)
      #expect(try await ben.lookUp(handle: "ann").handle == "ann", "each caller has its own")
      let account = try await ben.lookUp(handle: "ben").accountID
      for _ in 0..<4 {
        _ = try await server.client().signInChallenge(account: account, device: .zero)
      }
      let response = try await server.send(
        "POST", "/relay/v1/sign-in/challenge",
        body: StrictJSON.encode(SignInChallengeRequest(accountID: account, deviceID: .zero)))
      #expect(response.status == 429)
      #expect(response.headers.contains { $0.name.lowercased() == "retry-after" })
    }
  }

  /// What a relay may never see is not in what it stores; what it may see is.
  @Test func `the relay stores nothing of a message but its envelope`() async throws {
    try await RelayTestServer.run { server in
      let (_, ann) = try await server.join("ann")
      let (benPerson, ben) = try await server.join("ben")
      try await server.talk(ann, with: benPerson)
      _ = try await ann.send(1, to: benPerson.address())
      let envelope = RelayWorld.envelope(RelayWorld.message(1), to: benPerson.address())
      #expect(try server.folder.stores(envelope))
      try await ben.acknowledge(upTo: 2)
      let rows = try await server.folder.rows()
      #expect(rows["mailbox_entry"] == 1, "what the sender's own mailbox holds")
      #expect(rows["remembered_envelope"] == 1)
    }
  }
}
