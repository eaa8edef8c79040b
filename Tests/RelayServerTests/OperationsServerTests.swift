import Foundation
import GroveClient
import GroveIdentity
import GroveServing
import GroveTesting
import GroveWire
import RelayDomain
import Testing

@testable import RelayServer

@Suite(.timeLimit(.minutes(2)))
struct OperationsServerTests {
  private static func text(_ server: RelayTestServer, _ path: String) async throws -> String {
    let response = try await server.send("GET", path)
    #expect(response.status == 200, "\(path)")
    return String(decoding: response.body, as: UTF8.self)
  }

  @Test func `health, readiness and a page for people are answered, metrics are not in public`()
    async throws
  {
    try await RelayTestServer.run { server in
      _ = try await server.join("ann")
      #expect(try await Self.text(server, "/healthz") == "ok\n")
      #expect(try await Self.text(server, "/readyz") == "ready\n")
      #expect(try await server.send("GET", "/metrics").status == 404)
      let metrics = server.metrics.text
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
      let served = try OpenAPISchemas(yaml)
      #expect(served.operations == OpenAPISchemas.operations(of: RelayRoutes.all))
      #expect(try served.exampleViolations(of: RelayRoutes.all) == [])
      for route in RelayRoutes.all { #expect(route.summary.count > 10, "\(route.name)") }
    }
  }

  @Test func `the OpenAPI document describes every body down to its members`() throws {
    let document = try RelayOpenAPI.document()
    for route in RelayRoutes.all {
      for name in [route.request, route.response] where !["NoBody", "RawBody"].contains(name) {
        let type = name.replacingOccurrences(of: "EventStream<", with: "")
          .replacingOccurrences(of: ">", with: "")
        guard case .object(let members) = document.shapes[type] else {
          Issue.record("\(type) has no schema")
          continue
        }
        #expect(!members.isEmpty, "\(type)")
      }
    }
    let yaml = document.yaml
    let references = yaml.split(separator: "#/components/schemas/").dropFirst()
      .map { String($0.prefix { $0.isLetter }) }
    #expect(references.count > 40)
    for name in Set(references) { #expect(yaml.contains("\n    \(name):\n"), "\(name)") }
    #expect(
      yaml.contains(
        "kind: {type: string, enum: [created, added, removed, renamed, photo, accepted]}"))
    #expect(
      yaml.contains("schema: {type: integer, minimum: 1, maximum: 500, default: 100}}"))
  }

  @Test func `what the relay answers is what the OpenAPI document says`() async throws {
    try await RelayTestServer.run { server in
      let (person, ann) = try await server.join("ann")
      try await server.talk(ann)
      let token = try await server.token(person)
      let served = try OpenAPISchemas(try await Self.text(server, "/openapi.yaml"))
      let gets = [
        ("/relay/v1/accounts/\(person.accountID.base64url)", "RelayAccount"),
        ("/relay/v1/handles/ann", "HandleLookup"),
        ("/relay/v1/conversations", "ConversationList"),
        ("/relay/v1/conversations/\(RelayWorld.conversation(1).base64url)", "Conversation"),
        ("/relay/v1/mailbox", "MailboxPage"),
      ]
      for (path, name) in gets {
        let response = try await server.send("GET", path, token: token)
        #expect(response.status == 200)
        let schema = try #require(served[name])
        #expect(served.violations(in: response.body, of: schema, at: name) == [])
      }
      let refused = try await server.send("GET", "/relay/v1/handles/nobody", token: token)
      #expect(refused.status == 404)
      let problem = try #require(served["Problem"])
      #expect(served.violations(in: refused.body, of: problem, at: "problem") == [])
    }
  }

  @Test func `the OpenAPI document says how large identifiers are and what may be null`() throws {
    let served = try OpenAPISchemas(RelayOpenAPI.document().yaml)
    let lookup = try #require(served["HandleLookup"])
    for (bytes, isRight) in [(31, false), (32, true), (33, false)] {
      let id = Base64URL.encode([UInt8](repeating: 1, count: bytes))
      let body = JSONValue.object(["handle": .text("ann"), "accountID": .text(id)])
      #expect(served.violations(body, lookup, "lookup").isEmpty == isRight, "\(bytes) bytes")
    }
    for name in served.names where name != "Problem" {
      let schema = try #require(served[name])
      let required = Set((schema["required"] ?? .list([])).elements.compactMap(\.text))
      for (member, rule) in schema["properties"]?.members ?? [:] {
        let isTaken = served.violations(.null, rule, member).isEmpty
        #expect(isTaken == !required.contains(member), "\(name).\(member)")
      }
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
