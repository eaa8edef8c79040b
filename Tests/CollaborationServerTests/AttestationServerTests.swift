import GroveClient
import GroveIdentity
import GroveMessage
import GroveTesting
import GroveWire
import Testing

/// Attested notices (protocol 12.4, level B).
@Suite(.timeLimit(.minutes(3)))
struct AttestationServerTests {
  private static func attest(
    _ kind: NoticeKind, at time: UInt64, in document: SharedDocument,
    by client: CollaborationClient, noticeID: NoticeID = .random()
  ) async throws -> NoticeAttested {
    try await client.attestNotice(
      AttestNotice(
        noticeID: noticeID, event: Int(kind.event), trigger: Int(kind.trigger),
        at: DecimalUInt64(time)), in: document.id)
  }

  @Test func `what an account did is signed with the published key, and nothing else is`()
    async throws
  {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let (bob, identity) = try await document.join("bob")
      _ = try await document.append("x", by: bob)
      let now = server.clock.now
      let noticeID = NoticeID.random()
      let attested = try await Self.attest(
        .edit, at: now, in: document, by: bob, noticeID: noticeID)
      #expect(attested.root == identity.root)
      let key = try #require(try await server.nobody.keys().first { $0.keyID == attested.keyID })
      let signed = NoticeAttestation.signedBytes(
        audience: try Origin(CollaborationTestServer.publicOrigin), collaborationID: document.id,
        noticeID: noticeID, kind: .edit, at: now, actorRoot: identity.root)
      #expect(key.publicKey.isValidSignature(attested.signature.bytes, for: signed))
      for kind in NoticeKind.allCases where kind != .edit && kind != .mention {
        #expect(
          try await refusal { try await Self.attest(kind, at: now, in: document, by: bob) }
            == .notCaused, "\(kind)")
      }
    }
  }

  @Test func `an event is attested for ten minutes and not for other times`() async throws {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let (bob, _) = try await document.join("bob")
      _ = try await document.append("x", by: bob)
      let then = server.clock.now
      for time in [then + 5001, then - 600_001] {
        #expect(
          try await refusal { try await Self.attest(.edit, at: time, in: document, by: bob) }
            == .notCaused)
      }
      server.clock.advance(600_000)
      _ = try await Self.attest(.edit, at: server.clock.now, in: document, by: bob)
      server.clock.advance(1)
      #expect(
        try await refusal {
          try await Self.attest(.edit, at: server.clock.now, in: document, by: bob)
        } == .notCaused)
    }
  }

  @Test func `an owner attests what happened to the document, even its deletion`() async throws {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let own = try await document.invite()
      #expect(
        try await refusal {
          try await Self.attest(
            .created, at: server.clock.now, in: document, by: document.owner)
        } == .conflict)
      _ = try await document.prove(own, as: document.owner)
      let (_, other) = try await document.join("bob")
      let (owner, id) = (document.owner, document.documentID)
      _ = try await owner.changeDocument(id, ChangeDocument(title: "New", location: "/kept"))
      _ = try await document.remove(other.root)
      for kind in [
        NoticeKind.created, .renamed, .moved, .addedCollaborator, .removedCollaborator,
      ] {
        let attested = try await Self.attest(kind, at: server.clock.now, in: document, by: owner)
        #expect(attested.root == own.root, "\(kind)")
      }
      _ = try await owner.deleteDocument(id)
      let deleted = try await Self.attest(
        .deleted, at: server.clock.now, in: document, by: owner)
      #expect(deleted.root == own.root)
      let bob = try server.client("bob")
      #expect(
        try await refusal {
          try await Self.attest(.deleted, at: server.clock.now, in: document, by: bob)
        } == .notFound)
    }
  }

  @Test func `an owner attests that sharing has ended, and nobody else does`() async throws {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let own = try await document.invite()
      _ = try await document.prove(own, as: document.owner)
      let (bob, _) = try await document.join("bob")
      _ = try await document.owner.endCollaboration(document.id)
      let ended = try await Self.attest(
        .removedCollaborator, at: server.clock.now, in: document, by: document.owner)
      #expect(ended.root == own.root)
      #expect(
        try await refusal {
          try await Self.attest(.removedCollaborator, at: server.clock.now, in: document, by: bob)
        } == .notFound)
    }
  }

  @Test func `mentions are attested where mentions are allowed`() async throws {
    try await CollaborationTestServer.run { server in
      for (allowed, expected) in [(true, nil), (false, ProblemCode.mentionsOff)] {
        let document = try await SharedDocument(
          server,
          options: ShareOptions(access: .readWrite, allowsComments: true, allowsMentions: allowed))
        let (bob, _) = try await document.join("bob")
        _ = try await document.append("@carol", .comment, by: bob)
        #expect(
          try await refusal {
            try await Self.attest(.mention, at: server.clock.now, in: document, by: bob)
          } == expected)
      }
    }
  }
}
