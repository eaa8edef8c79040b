import CollaborationServer
import GroveClient
import GroveIdentity
import GroveServing
import GroveTesting
import GroveWire
import Testing

/// Asking for access without an identity (design 5.2).
@Suite(.timeLimit(.minutes(3)))
struct KnockServerTests {
  @Test func `a person without an identity knocks, and the owner lets them in`() async throws {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let eve = try server.client("eve")
      #expect(try await eve.knock(Knock(note: "It is me"), at: document.id).received)
      #expect(try await eve.knock(Knock(note: "again"), at: document.id).received)
      #expect(try await refusal { try await eve.document(document.documentID) } == .notFound)
      let knocks = try await document.owner.knocks(at: document.id).knocks
      #expect(knocks.map(\.note) == ["It is me"])
      #expect(knocks.map(\.displayName) == ["The eve"])
      #expect(try await document.owner.documents().documents.map(\.knocks) == [1])
      let id = try #require(knocks.first?.knockID)
      try await document.owner.answerKnock(id, accept: true, at: document.id)
      #expect(try await eve.document(document.documentID).access == .readWrite)
      #expect(try await document.owner.knocks(at: document.id).knocks.isEmpty)
      #expect(try await document.owner.documents().documents.map(\.knocks) == [nil])
      #expect(
        try await refusal {
          try await document.owner.answerKnock(id, accept: true, at: document.id)
        } == .notFound)
      // Access is still the join: the owner removes the identity like any other.
      let row = try #require(
        try await document.owner.participants(of: document.id).participants.first)
      #expect(row.account == (try CollaborationTestServer.account("eve")))
      _ = try await document.remove(row.root)
      #expect(try await refusal { try await eve.document(document.documentID) } == .notFound)
    }
  }

  @Test func `ignoring tells nothing and keeps the asker quiet for a day`() async throws {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      _ = try await document.invite()
      let eve = try server.client("eve")
      _ = try await eve.knock(Knock(), at: document.id)
      let id = try #require(try await document.owner.knocks(at: document.id).knocks.first?.knockID)
      try await document.owner.answerKnock(id, accept: false, at: document.id)
      #expect(try await eve.knock(Knock(), at: document.id).received)
      #expect(try await document.owner.knocks(at: document.id).knocks.isEmpty)
      server.clock.advance(24 * 3600 * 1000)
      _ = try await eve.knock(Knock(), at: document.id)
      #expect(try await document.owner.knocks(at: document.id).knocks.count == 1)
    }
  }

  @Test func `only the owner hears of a knock`() async throws {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let (bob, _) = try await document.join("bob")
      let logs = [StreamLog(), StreamLog()]
      let clients = [document.owner, bob]
      try await following(zip(logs, clients).map { ($0, document.documentID, $1) }) {
        _ = try await server.client("eve").knock(Knock(note: "hello"), at: document.id)
        _ = try await document.append("x", by: document.owner)
        for log in logs { try await log.until { $0.texts == ["x"] } }
        try await logs[0].until { $0.kinds.contains(.knocked) }
      }
      // A knock is handed over a moment after it was taken, so it may come after the edit.
      #expect(Set(logs[0].kinds) == [.granted, .knocked, .edit] && logs[0].kinds.count == 3)
      #expect(logs[1].kinds == [.granted, .edit])
    }
  }

  @Test func `owner and participants who knock are told the same and nothing is noted`()
    async throws
  {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let (bob, _) = try await document.join("bob")
      for client in [bob, document.owner] {
        #expect(try await client.knock(Knock(), at: document.id).received)
      }
      #expect(try await document.owner.knocks(at: document.id).knocks.isEmpty)
    }
  }

  @Test func `knocking is limited per account`() async throws {
    try await CollaborationTestServer.run(
      configure: { $0.rates.knocks = RateLimit(burst: 2, perSecond: 0.001) }
    ) { server in
      let eve = try server.client("eve")
      var codes: [ProblemCode?] = []
      for number in 0..<3 {
        codes.append(
          try await refusal { try await eve.knock(Knock(), at: CollaborationID("\(number)")) })
      }
      #expect(codes == [nil, nil, .rateLimited])
    }
  }
}
