import CollaborationServer
import GroveClient
import GroveIdentity
import GroveServing
import GroveTesting
import GroveWire
import Testing

/// `/openapi.yaml` against bodies as they really travel: every answer is what it says, and what it
/// says about requests is what the server does.
@Suite(.timeLimit(.minutes(5)))
struct OpenAPIBodyTests {
  let schemas: OpenAPISchemas

  init() throws { schemas = try OpenAPISchemas(CollaborationOpenAPI.document().yaml) }

  @Test func `whatever is asked, in whatever state, every body is what the document says`()
    async throws
  {
    try await CollaborationTestServer.run { server in
      var walk = try await OpenAPIWalk(server, seed: 20)
      for _ in 0..<300 { try await walk.step() }
      // The walk has to have gone somewhere.
      #expect(walk.statuses[200, default: 0] > 80, "\(walk.statuses)")
      #expect(walk.statuses.keys.filter { $0 >= 400 }.count >= 3, "\(walk.statuses)")
      #expect(walk.routes.count >= 20, "\(walk.routes.sorted())")
    }
  }

  @Test func `null is taken where the document says so, and nowhere else`() async throws {
    try await CollaborationTestServer.run { server in
      for (route, path, body) in try await Self.requests(server) {
        let schema = try #require(requestSchema(route))
        for member in body.keys.sorted() {
          var changed = body
          changed[member] = .null
          let isDescribed = schemas.violations(.object(changed), schema, route.name).isEmpty
          let status = try await status(server, route, path, changed)
          #expect((status < 400) == isDescribed, "\(route.name).\(member): \(status)")
        }
      }
    }
  }

  @Test func `identifiers have the sizes the document says, and no other`() async throws {
    try await CollaborationTestServer.run { server in
      var checked = 0
      for (route, path, body) in try await Self.requests(server) {
        let schema = try #require(requestSchema(route))
        for (member, value) in body.sorted(by: { $0.key < $1.key }) {
          guard case .text(let text) = value, member.hasSuffix("ID") else { continue }
          for wrong in [
            "", String(text.dropLast(2)), text + "AA", String(text.dropLast()) + "B", text + "=",
          ] {
            var changed = body
            changed[member] = .text(wrong)
            let violations = schemas.violations(.object(changed), schema, route.name)
            #expect(!violations.isEmpty, "\(route.name).\(member)")
            let status = try await status(server, route, path, changed)
            #expect(status == 400, "\(route.name).\(member): \(wrong) is \(status)")
            checked += 1
          }
        }
      }
      #expect(checked >= 20)
    }
  }

  private func requestSchema(_ route: RouteDescription) -> YAMLValue? {
    schemas.bodySchema(of: route.name, isRequest: true)
  }

  private func status(
    _ server: CollaborationTestServer, _ route: RouteDescription, _ path: String,
    _ body: [String: JSONValue]
  ) async throws -> Int {
    let answer = try await server.send(
      route.method.rawValue, path, headers: server.backendHeaders("ann"),
      body: StrictJSON.encode(JSONValue.object(body)))
    if answer.status >= 400 {
      #expect(schemas.violations(in: answer.body, of: Self.problem, at: route.name) == [])
    }
    return answer.status
  }

  private static let problem = YAMLValue.map([
    "$ref": .scalar("#/components/schemas/Problem", isQuoted: true)
  ])

  private typealias Request = (RouteDescription, String, [String: JSONValue])

  /// A request of every kind with everything in it that may be in it; each may be made again.
  private static func requests(_ server: CollaborationTestServer) async throws -> [Request] {
    let shared = try await SharedDocument(server)
    return aboutDocuments(shared.documentID) + aboutCollaborations(shared.id.text)
  }

  private static func bytes(_ count: Int) -> JSONValue {
    .text(Base64URL.encode([UInt8](repeating: 7, count: count)))
  }

  private static func aboutDocuments(_ document: String) -> [Request] {
    typealias Routes = CollaborationRoutes
    let account: [String: JSONValue] = [
      "account": .text("new@docs.example"), "displayName": .text("N"),
      "password": .text("long enough"),
    ]
    let create: [String: JSONValue] = ["requestID": bytes(16), "title": .text("T")]
    let change: [String: JSONValue] = ["title": .text("T"), "location": .text("/x")]
    let update: [String: JSONValue] = [
      "updateID": bytes(16), "kind": .text("edit"), "data": bytes(3),
    ]
    let snapshot: [String: JSONValue] = ["sequence": .text("0"), "data": bytes(3)]
    let presence: [String: JSONValue] = [
      "clientID": bytes(16), "state": bytes(3), "leaseSeconds": .integer(30),
    ]
    return [
      (Routes.createAccount.description, Routes.createAccount.path([]), account),
      (Routes.createDocument.description, Routes.createDocument.path([]), create),
      (Routes.changeDocument.description, Routes.changeDocument.path([document]), change),
      (Routes.appendUpdate.description, Routes.appendUpdate.path([document]), update),
      (Routes.putSnapshot.description, Routes.putSnapshot.path([document]), snapshot),
      (Routes.putPresence.description, Routes.putPresence.path([document]), presence),
    ]
  }

  private static func aboutCollaborations(_ id: String) -> [Request] {
    typealias Routes = CollaborationRoutes
    let options: [String: JSONValue] = [
      "access": .text("readWrite"), "allowsComments": .boolean(true),
      "allowsMentions": .boolean(true), "appSelection": .text("{}"),
    ]
    let added: [String: JSONValue] = ["root": bytes(32), "depth": .integer(5)]
    let identities: [String: JSONValue] = [
      "requestID": bytes(16), "add": .list([.object(added)]), "remove": .list([]),
      "replace": .list([]),
    ]
    return [
      (
        Routes.changeShareOptions.description, Routes.changeShareOptions.path([id]),
        ["options": .object(options)]
      ),
      (Routes.updateIdentities.description, Routes.updateIdentities.path([id]), identities),
      (Routes.knock.description, Routes.knock.path([id]), ["note": .text("n")]),
    ]
  }
}
