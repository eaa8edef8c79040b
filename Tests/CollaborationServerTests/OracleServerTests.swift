import GroveClient
import GroveIdentity
import GroveTesting
import GroveWire
import Testing

/// Invariant 2, and protocol 7.1 and 14 row 20: what does not exist and what one may not see are
/// never told apart.
@Suite(.timeLimit(.minutes(3)))
struct OracleServerTests {
  @Test func `a link carries no authority: its page is the same bytes for any identifier`()
    async throws
  {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      _ = try await document.invite()
      let writes = try await server.store.settled()
      let real = CollaborationRoutes.linkPage.path([document.id.text])
      let made = [
        CollaborationRoutes.linkPage.path(["AAAAAAAAAAAAAAAAAAAAAA"]),
        CollaborationRoutes.linkPage.path(["x"]), "/d/%C3%BF", "/d/<script>alert(1)",
      ]
      for method in ["GET", "HEAD"] {
        let expected = try await server.send(method, real).comparable
        #expect(expected.status == 200)
        for path in made {
          #expect(try await server.send(method, path).comparable == expected, "\(path)")
        }
        for headers in [
          [ClientHeader("Sec-Purpose", "prefetch")], try server.backendHeaders("ann"),
          [ClientHeader("Cookie", "__Host-grove-session=nonsense")],
        ] {
          let answer = try await server.send(method, real, headers: headers).comparable
          #expect(answer == expected)
        }
      }
      #expect((server.store.writes, server.store.transactions) == writes)
      let page = try await server.send("GET", real)
      #expect(page.headers.value("content-type") == "text/html; charset=utf-8")
      #expect(page.headers.value("content-security-policy")?.contains("default-src 'none'") == true)
      let text = String(decoding: page.body, as: UTF8.self)
      #expect(!text.contains("<script") && !text.contains(document.id.text))
    }
  }

  @Test
  func `a stranger is answered the same for a collaboration that is there and one that is not`()
    async throws
  {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let identity = try await document.invite()
      let stranger = try server.backendHeaders("stranger")
      let root = try Person().identity(in: document.id).root
      let update = try StrictJSON.encode(
        UpdateIdentities(requestID: .random(), remove: [identity.root, root]))
      let attest = try StrictJSON.encode(
        AttestNotice(
          noticeID: .random(), event: 1, trigger: 1, at: DecimalUInt64(server.clock.now)))
      let requests: [(RouteDescription, [UInt8]?)] = [
        (CollaborationRoutes.collaboration.description, nil),
        (CollaborationRoutes.participants.description, nil),
        (CollaborationRoutes.knocks.description, nil),
        (CollaborationRoutes.leave.description, nil),
        (CollaborationRoutes.endCollaboration.description, nil),
        (CollaborationRoutes.knock.description, Array("{}".utf8)),
        (CollaborationRoutes.updateIdentities.description, update),
        (CollaborationRoutes.attestNotice.description, attest),
      ]
      for (route, body) in requests {
        let answers = try await [document.id.text, "AAAAAAAAAAAAAAAAAAAAAA"].asyncMap { id in
          let path = route.path.replacing("{collaborationID}", with: id)
          return try await server.send(
            route.method.rawValue, path, headers: stranger, body: body
          ).comparable
        }
        #expect(answers[0] == answers[1], "\(route.name)")
      }
    }
  }

  @Test func `a stranger is answered the same for a document that is there and one that is not`()
    async throws
  {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let stranger = try server.backendHeaders("stranger")
      for route in CollaborationRoutes.all
      where route.method == .get && route.path.contains("{documentID}") {
        let answers = try await [document.documentID, RequestID.random().base64url].asyncMap { id in
          let path = route.path.replacing("{documentID}", with: id)
          return try await server.send("GET", path, headers: stranger).comparable
        }
        #expect(answers[0].status == 404)
        #expect(answers[0] == answers[1], "\(route.name)")
      }
    }
  }

  @Test func `challenges for what is there and what is not differ in nothing but random bytes`()
    async throws
  {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let stranger = try server.client("stranger")
      let unknown = try CollaborationID("AAAAAAAAAAAAAAAAAAAAAA")
      var epochs: [[UInt8]] = []
      for id in [document.id, unknown, document.id, unknown] {
        let issued = try await stranger.challenge(for: id)
        var reader = ByteReader(issued.challenge.bytes)
        #expect(try reader.raw(2) == [2, 7])
        #expect(try reader.u64() == server.clock.now && reader.u16() == 120)
        epochs.append(try reader.raw(8))
        #expect(issued.expiresIn == 120 && issued.challenge.bytes.count == 68)
      }
      // Fresh bytes each time for both, though neither has changed.
      #expect(Set(epochs).count == 4)
      let plain = try await [document.id.text, unknown.text].asyncMap { id in
        try await server.send(
          "POST", CollaborationRoutes.challenge.path([id]),
          headers: server.backendHeaders("stranger"))
      }
      #expect(plain[0].comparable.headers == plain[1].comparable.headers)
      #expect(plain[0].body.count == plain[1].body.count)
    }
  }

  @Test func `proofs for an unknown root and an unknown collaboration are refused alike`()
    async throws
  {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let unknown = try CollaborationID("AAAAAAAAAAAAAAAAAAAAAA")
      let headers = try server.backendHeaders("stranger")
      let stranger = try server.client("stranger")
      let answers = try await [document.id, unknown].asyncMap { id in
        let identity = try Person().identity(in: id)
        let proof = try identity.proof(try await stranger.challenge(for: id))
        return try await server.send(
          "POST", CollaborationRoutes.prove.path([id.text]), headers: headers, body: proof.json()
        ).comparable
      }
      #expect(answers[0].status == 403)
      #expect(answers[0] == answers[1])
    }
  }
}

/// An answer without what differs from request to request by itself.
struct ComparableResponse: Hashable {
  let status: Int
  let headers: [String]
  let body: String
}

extension ClientResponse {
  var comparable: ComparableResponse {
    let changing: Set<String> = ["x-request-id", "date", "content-length"]
    let fields = headers.filter { !changing.contains($0.name.lowercased()) }
      .map { "\($0.name.lowercased()): \($0.value)" }
    var text = String(decoding: body, as: UTF8.self)
    if let id = headers.value("x-request-id") { text = text.replacing(id, with: "ID") }
    return ComparableResponse(status: status, headers: fields.sorted(), body: text)
  }
}

extension Array {
  func asyncMap<Value>(_ transform: (Element) async throws -> Value) async rethrows -> [Value] {
    var values: [Value] = []
    for element in self { values.append(try await transform(element)) }
    return values
  }
}
