import CollaborationServer
import GroveClient
import GroveIdentity
import GroveTesting
import GroveWire
import Testing

/// Getting in by a proof alone, over HTTP and with real proofs (protocol 8.9).
@Suite(.timeLimit(.minutes(3)))
struct EntryServerTests {
  private func enter(
    _ document: SharedDocument, _ identity: TestIdentity, named name: String = "Ben",
    device: Int = 0
  ) async throws -> Entered {
    let nobody = try document.server.nobody
    let challenge = try await nobody.entryChallenge(for: document.id)
    return try await nobody.enter(
      document.id,
      Enter(
        entry: challenge.entry, proof: try identity.proof(challenge, device: device),
        displayName: name))
  }

  @Test func `who was invited gets in without a form, and on another device reaches the same`()
    async throws
  {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let identity = try await document.invite(devices: 2)
      let first = try await enter(document, identity)
      #expect(first.isNewAccount && first.access.result == .granted)
      let ben = try server.client(token: first.session.token)
      #expect(try await ben.document(document.documentID).title == "Baking Recipes")
      let me = try await ben.me()
      #expect(me.displayName == "Ben" && me.isEnteredByProof == true && me.hasPassword == false)
      let list = try await document.owner.participants(of: document.id)
      #expect(list.participants.map(\.displayName) == ["Ben"])
      let second = try await enter(document, identity, named: "Other", device: 1)
      #expect(!second.isNewAccount && second.access.result == .alreadyGranted)
      #expect(second.session.account == first.session.account)
      #expect(second.session.token != first.session.token && second.session.displayName == "Ben")
    }
  }

  @Test func `a second document of the same person goes to the same account by its session`()
    async throws
  {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let first = try await enter(document, try await document.invite())
      let ben = try server.client(token: first.session.token)
      let other = try await SharedDocument(server, owner: "cleo")
      #expect(try await other.prove(try await other.invite(), as: ben).result == .granted)
      #expect(try await ben.documents().documents.count == 2)
    }
  }

  @Test func `somebody invited twice has one account, and a code from it is what opens the other`()
    async throws
  {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let identity = try await document.invite()
      let other = try Person().identity(in: document.id)
      _ = try await document.owner.updateIdentities(
        UpdateIdentities(
          requestID: .random(), add: [.init(root: other.root, depth: 5, person: identity.root)]),
        of: document.id)
      let first = try await enter(document, identity)
      let refused = try await refusal { try await enter(document, other) }
      #expect(refused == .alreadyBound)
      let list = try await document.owner.participants(of: document.id)
      #expect(list.participants.compactMap(\.displayName) == ["Ben"])
      let code = try await server.client(token: first.session.token).makeSignInCode().code
      let session = try await server.nobody.useSignInCode(UseSignInCode(code: code))
      let ben = try server.client(token: session.token)
      #expect(try await document.prove(other, as: ben).result == .granted)
      let accounts = try await document.owner.participants(of: document.id).participants
        .map(\.account)
      #expect(accounts == [first.session.account, first.session.account])
    }
  }

  @Test func `a proof enters nothing but what its own page asked for`() async throws {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let identity = try await document.invite()
      let nobody = try server.nobody
      let mine = try await nobody.entryChallenge(for: document.id)
      let theirs = try await nobody.entryChallenge(for: document.id)
      let good = try identity.proof(mine)
      func code(_ entry: Base64URLBytes, _ proof: Base64URLBytes) async throws -> ProblemCode? {
        try await refusal {
          try await nobody.enter(
            document.id, Enter(entry: entry, proof: proof, displayName: "Ben"))
        }
      }
      #expect(try await code(theirs.entry, good) == .challengeInvalid)
      #expect(try await code(Base64URLBytes([1]), good) == .challengeInvalid)
      let bob = try CollaborationTestServer.account("bob")
      #expect(try await code(mine.entry, try identity.proof(mine, account: bob)) == .notVerified)
      // Nor may a proof for an entry be brought by somebody who is signed in, under the signed label or their own.
      let eve = try server.client("eve")
      #expect(
        try await refusal { try await eve.prove(good.bytes, for: document.id) }
          == .challengeInvalid)
      #expect(try await code(mine.entry, good) == nil)
      #expect(try await code(mine.entry, good) == .challengeUsed)
    }
  }

  @Test func `an uninvited person and an unknown link are told the same, and nothing is made`()
    async throws
  {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let stranger = try Person().identity(in: document.id)
      let refused1 = try await refusal { try await enter(document, stranger) }
      #expect(refused1 == .notVerified)
      let nobody = try server.nobody
      let unknown = try CollaborationID("nothing-here")
      let challenge = try await nobody.entryChallenge(for: unknown)
      let proof = try Person().identity(in: unknown).proof(challenge)
      let code = try await refusal {
        try await nobody.enter(
          unknown, Enter(entry: challenge.entry, proof: proof, displayName: "Eve"))
      }
      #expect(code == .notVerified)
    }
  }

  @Test func `no proof opens an account with a sign-in of its own`() async throws {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let (_, identity) = try await document.join("bob")
      let refused2 = try await refusal { try await enter(document, identity) }
      #expect(refused2 == .alreadyBound)
    }
  }

  @Test func `nobody acts for or registers an account that only an entry makes`() async throws {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let identity = try await document.invite()
      let label = AccountLabel.entered(
        by: identity.root, in: document.id, of: identity.audience)
      let backend = CollaborationClient(
        origin: try Origin(server.url),
        credentials: FixedCredentials.backend(
          serviceKey: CollaborationTestServer.serviceKey, account: label, session: "s",
          displayName: "Eve"), transport: server.transport)
      let refused3 = try await refusal { try await backend.me() }
      #expect(refused3 == .malformed)
      let body = CreateAppAccount(account: label, displayName: "Eve", password: "long enough")
      let refused4 = try await refusal { try await server.nobody.createAccount(body) }
      #expect(refused4 == .accountTaken)
      #expect(try await enter(document, identity).session.account == label)
    }
  }

  @Test func `a password added later opens the same account, and other sessions end`()
    async throws
  {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let identity = try await document.invite()
      let old = try server.client(token: try await enter(document, identity).session.token)
      let entered = try await enter(document, identity)
      let ben = try server.client(token: entered.session.token)
      try await ben.addPassword(AddPassword(newPassword: "long enough"))
      let refused5 = try await refusal { try await old.me() }
      #expect(refused5 == .unauthenticated)
      #expect(
        try await refusal { try await ben.addPassword(AddPassword(newPassword: "another one")) }
          == .forbidden)
      let label = entered.session.account
      let signedIn = try await server.nobody.createSession(
        CreateSession(account: label, password: "long enough"))
      let again = try server.client(token: signedIn.token)
      #expect(try await again.document(document.documentID).title == "Baking Recipes")
      #expect(try await enter(document, identity).session.account == label)
    }
  }

  @Test func `where registration is closed an entry makes no account`() async throws {
    try await CollaborationTestServer.run(configure: { $0.allowsRegistration = false }) { server in
      let document = try await SharedDocument(server)
      let identity = try await document.invite()
      let refused6 = try await refusal { try await enter(document, identity) }
      #expect(refused6 == .forbidden)
    }
  }

  @Test func `another site's page enters nobody`() async throws {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let answer = try await server.send(
        "POST", CollaborationRoutes.entryChallenge.path([document.id.text]),
        headers: [ClientHeader("Sec-Fetch-Site", "cross-site")])
      #expect(answer.status == 403)
    }
  }
}
