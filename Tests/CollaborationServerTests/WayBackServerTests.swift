import CollaborationServer
import GroveClient
import GroveIdentity
import GroveTesting
import GroveWire
import Testing

/// The way back into an account born of a proof, over HTTP and with real proofs (protocol 8.9.4, 8.9.5).
@Suite(.timeLimit(.minutes(3)))
struct WayBackServerTests {
  /// Ben, who came by the first document and has opened the second in his session.
  private struct Ben {
    let first: SharedDocument
    let second: SharedDocument
    let born: TestIdentity
    let other: TestIdentity
    let session: AppSession

    init(_ server: CollaborationTestServer) async throws {
      first = try await SharedDocument(server)
      born = try await first.invite()
      let nobody = try server.nobody
      let challenge = try await nobody.entryChallenge(for: first.id)
      session = try await nobody.enter(
        first.id,
        Enter(entry: challenge.entry, proof: try born.proof(challenge), displayName: "Ben")
      ).session
      second = try await SharedDocument(server, owner: "cleo")
      other = try await second.invite()
      _ = try await second.prove(other, as: try server.client(token: session.token))
    }
  }

  /// - Parameter shown: what is shown along; made over the same challenge.
  private func enter(
    _ document: SharedDocument, _ identity: TestIdentity, anew: Bool? = nil,
    shown: (EntryChallenge) throws -> [BornProof] = { _ in [] }
  ) async throws -> Entered {
    let nobody = try document.server.nobody
    let challenge = try await nobody.entryChallenge(for: document.id)
    return try await nobody.enter(
      document.id,
      Enter(
        entry: challenge.entry, proof: try identity.proof(challenge), displayName: "Ben",
        born: try shown(challenge), anew: anew))
  }

  private func show(_ identity: TestIdentity) -> (EntryChallenge) throws -> [BornProof] {
    { [BornProof(collaborationID: identity.collaborationID, proof: try identity.proof($0))] }
  }

  @Test func `whose first document was deleted gets back into the same account by another`()
    async throws
  {
    try await CollaborationTestServer.run { server in
      let ben = try await Ben(server)
      _ = try await ben.first.owner.deleteDocument(ben.first.documentID)
      let refused = try await refusal { try await enter(ben.second, ben.other) }
      #expect(refused == .alreadyBound)
      let back = try await enter(ben.second, ben.other, shown: show(ben.born))
      #expect(back.session.account == ben.session.account && !back.isNewAccount)
      #expect(back.access.result == .alreadyGranted)
      let again = try server.client(token: back.session.token)
      #expect(try await again.document(ben.second.documentID).title == "Baking Recipes")
    }
  }

  @Test func `nothing but the identity that the account was born of leads there`() async throws {
    try await CollaborationTestServer.run { server in
      let ben = try await Ben(server)
      // Somebody who holds the second identity, as the owner of a document may by replacing it, and one of their own.
      let eve = try Person().identity(in: ben.first.id)
      let attempts: [(EntryChallenge) throws -> [BornProof]] = [
        show(eve), show(ben.other),
        // Signed for another account, or an earlier challenge, or about another collaboration.
        { challenge in
          let bob = try CollaborationTestServer.account("bob")
          return [
            BornProof(
              collaborationID: ben.first.id,
              proof: try ben.born.proof(challenge, account: bob))
          ]
        },
        { challenge in
          [
            BornProof(
              collaborationID: ben.second.id, proof: try ben.born.proof(challenge))
          ]
        },
        { _ in [BornProof(collaborationID: ben.first.id, proof: Base64URLBytes([1, 2]))] },
      ]
      for attempt in attempts {
        let refused = try await refusal {
          try await enter(ben.second, ben.other, shown: attempt)
        }
        #expect(refused == .alreadyBound)
      }
      let nobody = try server.nobody
      let earlier = try await nobody.entryChallenge(for: ben.second.id)
      let seen = try show(ben.born)(earlier)
      let replayed = try await refusal {
        try await enter(ben.second, ben.other, shown: { _ in seen })
      }
      #expect(replayed == .alreadyBound)
      let many = try await refusal {
        try await enter(
          ben.second, ben.other,
          shown: { challenge in
            try (0..<5).flatMap { _ in try show(ben.born)(challenge) }
          })
      }
      #expect(many == .malformed)
    }
  }

  @Test func `who has only new devices opens it with a new account, and the old one is cut`()
    async throws
  {
    try await CollaborationTestServer.run { server in
      let ben = try await Ben(server)
      let fresh = try Person().identity(in: ben.second.id)
      _ = try await ben.second.owner.updateIdentities(
        UpdateIdentities(
          requestID: .random(), replace: [.init(old: ben.other.root, new: fresh.root)]),
        of: ben.second.id)
      let old = try server.client(token: ben.session.token)
      #expect(try await old.document(ben.second.documentID).title == "Baking Recipes")
      let refused = try await refusal { try await enter(ben.second, fresh) }
      #expect(refused == .boundByReplacement)
      let entered = try await enter(ben.second, fresh, anew: true)
      #expect(entered.isNewAccount && entered.session.account != ben.session.account)
      let gone = try await refusal { try await old.document(ben.second.documentID) }
      #expect(gone == .notFound)
      // The old account is the person's still, with what else is in it.
      #expect(try await old.document(ben.first.documentID).title == "Baking Recipes")
    }
  }

  @Test func `who has only new devices takes the next document over in the same account`()
    async throws
  {
    try await CollaborationTestServer.run { server in
      let ben = try await Ben(server)
      var fresh: [TestIdentity] = []
      for (document, identity) in [(ben.first, ben.born), (ben.second, ben.other)] {
        let replacing = try Person().identity(in: document.id)
        _ = try await document.owner.updateIdentities(
          UpdateIdentities(
            requestID: .random(), replace: [.init(old: identity.root, new: replacing.root)]),
          of: document.id)
        fresh.append(replacing)
      }
      let new = try await enter(ben.first, fresh[0], anew: true).session
      let (client, old) = (
        try server.client(token: new.token), try server.client(token: ben.session.token)
      )
      let id = ben.second.id
      let refused = try await refusal { try await ben.second.prove(fresh[1], as: client) }
      #expect(refused == .boundByReplacement)
      #expect(try await old.document(ben.second.documentID).title == "Baking Recipes")
      let taken = try await client.takeOver(
        try fresh[1].proof(try await client.challenge(for: id)).json(), for: id)
      #expect(taken.result == .granted)
      #expect(try await client.document(ben.second.documentID).title == "Baking Recipes")
      let gone = try await refusal { try await old.document(ben.second.documentID) }
      #expect(gone == .notFound)
    }
  }
}
