import Foundation
import GroveClient
import GroveIdentity
import GroveMessage
import GroveTesting
import GroveWire
import RelayDomain
import RelayServer
import Testing

/// Invariant 11 at the relay: bad input gets one clear problem body and changes nothing.
@Suite(.timeLimit(.minutes(4)))
struct MalformedServerTests {
  /// A well-formed body for every route that takes JSON, by the route's name.
  private static func bodies(_ server: RelayTestServer, _ person: RelayPerson) async throws
    -> [String: [UInt8]]
  {
    let key = try person.kemKey(keyID: 7, from: server.clock.now)
    let statement = try person.adding(RelayPerson.Device(), at: server.clock.now)
    let other = try RelayPerson("other", issuedAt: server.clock.now)
    return [
      "signUp": try StrictJSON.encode(
        SignUp(
          handle: "other", name: "Other", statement: other.chain.records[0],
          kemKey: other.kemKey(from: server.clock.now))),
      "publishStatement": try StrictJSON.encode(PublishStatement(statement: statement)),
      "publishRecoveryStatement": try StrictJSON.encode(
        PublishStatement(statement: person.recovering(to: RelayPerson.Device()))),
      "publishKEMKey": try StrictJSON.encode(PublishKEMKey(kemKey: key)),
      "signIn": try StrictJSON.encode(try await server.signInBody(person)),
      "makeNoticeAddress": try StrictJSON.encode(
        MakeNoticeAddress(serverKey: SigningKey().publicKey)),
      "setWebPush": try StrictJSON.encode(
        SetWebPush(
          endpoint: "https://push.example/a", p256dh: SigningKey().publicKey,
          auth: Base64URLBytes([UInt8](repeating: 1, count: 16)))),
      "createConversation": try StrictJSON.encode(
        CreateConversation(conversationID: RelayWorld.conversation(5), members: [], name: "N")),
      "changeConversation": try StrictJSON.encode(ChangeConversation(name: "M")),
      "changeAdmission": try StrictJSON.encode(ChangeAdmission(policy: .ask)),
      "uploadEnvelopes": try StrictJSON.encode(
        UploadEnvelopes(envelopes: [
          Base64URLBytes(RelayWorld.envelope(RelayWorld.message(1), to: person.address()))
        ])),
      "acknowledgeMailbox": try StrictJSON.encode(AcknowledgeMailbox(upTo: DecimalUInt64(1))),
      "leaveRendezvousMessage": try StrictJSON.encode(
        RendezvousMessage(data: Base64URLBytes([1]))),
    ]
  }

  private static func path(_ route: RouteDescription, _ person: RelayPerson) -> String {
    route.path
      .replacingOccurrences(of: "{accountID}", with: person.accountID.base64url)
      .replacingOccurrences(
        of: "{conversationID}", with: RelayWorld.conversation(1).base64url
      )
      .replacingOccurrences(
        of: "{rendezvousID}", with: Base64URL.encode([UInt8](repeating: 1, count: 16)))
  }

  /// Sends a body and expects one problem.
  private static func expectProblem(
    _ server: RelayTestServer, _ route: RouteDescription, _ person: RelayPerson, _ token: String,
    _ body: [UInt8], _ comment: Comment, type: String? = "application/json"
  ) async throws {
    let response = try await server.send(
      route.method.rawValue, path(route, person), token: token, body: body, type: type)
    #expect((400..<500).contains(response.status), "\(route.name): \(comment)")
    let problem = try StrictJSON.decode(Problem.self, from: response.body)
    #expect(problem.status == response.status)
    #expect(ProblemCode.known.contains(problem.code))
    #expect(problem.requestID != nil)
    let media = response.headers.first { $0.name.lowercased() == "content-type" }?.value
    #expect(media == Problem.mediaType)
  }

  private static func withServer(
    _ body: @escaping @Sendable (RelayTestServer, RelayPerson, String) async throws -> Void
  ) async throws {
    let waking = WebPushSettings(contact: "mailto:ops@relay.example", key: SigningKey())
    try await RelayTestServer.run(configure: { $0.webPush = waking }) { server in
      let (person, client) = try await server.join("ann")
      try await server.talk(client)
      let token = try await server.token(person)
      let rows = try await server.folder.rows()
      try await body(server, person, token)
      #expect(try await server.folder.rows() == rows)
      #expect(try await client.mailbox(after: 0).events.count == 1)
    }
  }

  private static var jsonRoutes: [RouteDescription] {
    RelayRoutes.all.filter { $0.request != "NoBody" && $0.request != "RawBody" }
  }

  @Test func `every JSON route has a sample below`() async throws {
    try await RelayTestServer.run { server in
      let (person, _) = try await server.join("ann")
      let bodies = try await Self.bodies(server, person)
      let names = Set(Self.jsonRoutes.map(\.name)).subtracting(["signInChallenge"])
      #expect(Set(bodies.keys) == names)
    }
  }

  @Test
  func
    `bad input gets one clear problem body and changes nothing: what is no JSON, or JSON of another kind`()
    async throws
  {
    try await Self.withServer { server, person, token in
      let deep = String(repeating: "[", count: 65) + String(repeating: "]", count: 65)
      let texts = [
        "", "{", "null", "[]", "\"\"", "0", "{}", "{\"a\":}", "\u{0}", deep,
        String(repeating: "[", count: 20_000),
      ]
      for route in Self.jsonRoutes where route.name != "changeConversation" {
        for text in texts {
          try await Self.expectProblem(
            server, route, person, token, Array(text.utf8), "\(text.prefix(12))")
        }
        try await Self.expectProblem(server, route, person, token, [0xFF, 0xFE], "no UTF-8")
      }
    }
  }

  @Test func `a body cut anywhere is one problem and changes nothing`() async throws {
    try await Self.withServer { server, person, token in
      let bodies = try await Self.bodies(server, person)
      for route in Self.jsonRoutes {
        guard let body = bodies[route.name] else { continue }
        let step = max(1, body.count / 12)
        for count in stride(from: 0, to: body.count, by: step) {
          try await Self.expectProblem(
            server, route, person, token, Array(body.prefix(count)), "cut at \(count)")
        }
      }
    }
  }

  @Test func `a member of another type or missing is one problem and changes nothing`()
    async throws
  {
    try await Self.withServer { server, person, token in
      let bodies = try await Self.bodies(server, person)
      for route in Self.jsonRoutes {
        guard let body = bodies[route.name] else { continue }
        let object = try #require(
          try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any])
        for member in object.keys.sorted() {
          for wrong: Any? in [NSNumber(value: 7), ["x": "y"], NSNumber(value: true), nil] {
            // Absent members of a change stay as they are: that is no mistake.
            if wrong == nil, route.name == "changeConversation" || member == "name" { continue }
            if wrong == nil, member == "kemKey", route.name.hasPrefix("publish") {
              if route.name != "publishKEMKey" { continue }
            }
            var changed = object
            changed[member] = wrong
            let data = try JSONSerialization.data(withJSONObject: changed)
            try await Self.expectProblem(
              server, route, person, token, Array(data), "\(member) is \(wrong ?? "missing")")
          }
        }
      }
    }
  }

  @Test func `a body of another content type or of none is refused`() async throws {
    try await Self.withServer { server, person, token in
      let bodies = try await Self.bodies(server, person)
      for route in Self.jsonRoutes {
        guard let body = bodies[route.name] else { continue }
        for type in ["text/plain", "application/x-www-form-urlencoded"] {
          try await Self.expectProblem(
            server, route, person, token, body, "\(type)", type: type)
        }
      }
    }
  }

  @Test func `a flipped bit anywhere in what is signed is refused and changes nothing`()
    async throws
  {
    try await Self.withServer { server, person, token in
      let statement = try person.adding(RelayPerson.Device(), at: server.clock.now)
      let key = try person.kemKey(keyID: 9, from: server.clock.now)
      let publish = try #require(Self.jsonRoutes.first { $0.name == "publishStatement" })
      let publishKey = try #require(Self.jsonRoutes.first { $0.name == "publishKEMKey" })
      var random = TestRandom(seed: 11)
      for _ in 0..<25 {
        var (forged, forgedKey) = (statement, key)
        let bit = UInt8(1) << UInt8.random(in: 0...7, using: &random)
        let index = Int.random(in: 0..<statement.body.bytes.count, using: &random)
        forged.body.bytes[index] ^= bit
        forgedKey.body.bytes[index % key.body.bytes.count] ^= bit
        try await Self.expectProblem(
          server, publish, person, token,
          StrictJSON.encode(PublishStatement(statement: forged)), "byte \(index)")
        try await Self.expectProblem(
          server, publishKey, person, token,
          StrictJSON.encode(PublishKEMKey(kemKey: forgedKey)), "byte \(index)")
      }
    }
  }

  @Test func `a body beyond its limit is too large, whatever is in it`() async throws {
    try await Self.withServer { server, person, token in
      for route in Self.jsonRoutes where route.name != "uploadEnvelopes" {
        let response = try await server.send(
          route.method.rawValue, Self.path(route, person), token: token,
          body: [UInt8](repeating: UInt8(ascii: " "), count: 66_000))
        #expect(response.status == 413, "\(route.name)")
      }
    }
  }

  @Test func `identifiers and positions in paths and queries are read strictly`() async throws {
    try await Self.withServer { server, _, token in
      let mailbox = "/relay/v1/mailbox"
      let bad = [
        "/relay/v1/accounts/AA", "/relay/v1/accounts/%zz", "/relay/v1/handles/a%20b",
        "/relay/v1/conversations/AAAA", "/relay/v1/rendezvous/AA", mailbox + "?after=01",
        mailbox + "?after=-1", mailbox + "?after=18446744073709551616", mailbox + "?limit=0",
        mailbox + "?limit=501", mailbox + "?limit=x", mailbox + "?after=1&after=2",
        mailbox + "/stream?after=x", "/relay/v1/rendezvous/AAAAAAAAAAAAAAAAAAAAAA?wait=26",
      ]
      for path in bad {
        let response = try await server.send("GET", path, token: token)
        #expect(response.status == 400, "\(path)")
        let problem = try StrictJSON.decode(Problem.self, from: response.body)
        #expect(problem.code == .malformed, "\(path)")
      }
    }
  }

  @Test func `an upload with one bad envelope among good ones queues none`() async throws {
    try await Self.withServer { server, person, token in
      let good = RelayWorld.envelope(RelayWorld.message(1), to: person.address())
      let route = try #require(Self.jsonRoutes.first { $0.name == "uploadEnvelopes" })
      let other = DeviceAddress(account: person.accountID, device: .zero)
      for bad in [
        Array(good.dropLast()), good + [1], [], good,
        RelayWorld.envelope(RelayWorld.message(2), to: other),
        RelayWorld.envelope(RelayWorld.message(1), to: other),
      ] {
        let body = UploadEnvelopes(envelopes: [Base64URLBytes(good), Base64URLBytes(bad)])
        try await Self.expectProblem(
          server, route, person, token, StrictJSON.encode(body), "\(bad.count)")
      }
    }
  }
}
