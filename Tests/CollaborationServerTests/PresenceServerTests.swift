import GroveClient
import GroveIdentity
import GroveTesting
import GroveWire
import Testing

/// Who is here now, over HTTP.
@Suite(.timeLimit(.minutes(3)))
struct PresenceServerTests {
  private static func put(_ state: String, client id: RequestID, lease: Int? = nil) -> PutPresence {
    PutPresence(clientID: id, state: Base64URLBytes(Array(state.utf8)), leaseSeconds: lease)
  }

  @Test func `who enters is shown to others until the lease ends`() async throws {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let (bob, _) = try await document.join("bob")
      let id = document.documentID
      let log = StreamLog()
      try await following([(log, id, document.owner)]) {
        try await bob.putPresence(Self.put("cursor", client: .random(), lease: 10), in: id)
        try await log.until { $0.present?.map(\.displayName) == ["The bob"] }
        #expect(try await document.owner.presence(in: id).present.count == 1)
        server.clock.advance(10_000)
        try await log.until { $0.present?.isEmpty == true }
        #expect(try await document.owner.presence(in: id).present.isEmpty)
      }
    }
  }

  @Test func `many moves are told in few events`() async throws {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let id = document.documentID
      let client = RequestID.random()
      let log = StreamLog()
      try await following([(log, id, document.owner)]) {
        let start = ContinuousClock.now
        for number in 0..<60 {
          try await document.owner.putPresence(Self.put("\(number)", client: client), in: id)
        }
        try await log.until { $0.present?.first?.state.bytes == Array("59".utf8) }
        let told = log.events.count { if case .presence = $0 { true } else { false } }
        let tenths = (ContinuousClock.now - start) / .milliseconds(100)
        #expect(Double(told) <= tenths + 2)
      }
    }
  }

  @Test func `a removed account is present no longer, nor can it enter`() async throws {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let (bob, identity) = try await document.join("bob")
      let id = document.documentID
      try await bob.putPresence(Self.put("x", client: .random()), in: id)
      _ = try await document.remove(identity.root)
      #expect(try await document.owner.presence(in: id).present.isEmpty)
      let put = Self.put("x", client: .random())
      #expect(try await refusal { try await bob.putPresence(put, in: id) } == .notFound)
      #expect(try await refusal { try await bob.presence(in: id) } == .notFound)
    }
  }

  @Test func `leaving, limits and leases`() async throws {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let (ann, id) = (document.owner, document.documentID)
      let client = RequestID.random()
      try await ann.putPresence(Self.put("x", client: client), in: id)
      try await ann.endPresence(client, in: id)
      #expect(try await ann.presence(in: id).present.isEmpty)
      for lease in [4, 121] {
        let put = Self.put("x", client: client, lease: lease)
        #expect(try await refusal { try await ann.putPresence(put, in: id) } == .malformed)
      }
      let large = PutPresence(
        clientID: client, state: Base64URLBytes([UInt8](repeating: 0, count: 4097)))
      #expect(try await refusal { try await ann.putPresence(large, in: id) } == .limitExceeded)
      for _ in 0..<16 {
        try await ann.putPresence(Self.put("x", client: .random()), in: id)
      }
      let more = Self.put("x", client: .random())
      #expect(try await refusal { try await ann.putPresence(more, in: id) } == .limitExceeded)
    }
  }
}

extension StreamLog {
  /// As the stream told it last.
  var present: [Presence.Present]? {
    events.last { if case .presence = $0 { true } else { false } }.flatMap {
      if case .presence(let presence) = $0 { presence.present } else { nil }
    }
  }
}
