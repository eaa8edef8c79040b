import CollaborationDomain
import CollaborationServer
import GroveClient
import GroveIdentity
import GroveTesting
import GroveWire
import Testing

/// Signing in with a name of one's own to an account that a proof has made, over HTTP (protocol 8.9.6).
@Suite(.timeLimit(.minutes(3)))
struct SignInNameServerTests {
  private static let password = "long enough"

  /// Somebody who was invited, has entered and has chosen this name.
  private static func ben(
    _ document: SharedDocument, signingInAs name: String?
  ) async throws -> (client: CollaborationClient, label: AccountLabel) {
    let (nobody, identity) = (try document.server.nobody, try await document.invite())
    let challenge = try await nobody.entryChallenge(for: document.id)
    let entered = try await nobody.enter(
      document.id,
      Enter(
        entry: challenge.entry, proof: try identity.proof(challenge, device: 0),
        displayName: "Ben"))
    let client = try document.server.client(token: entered.session.token)
    if let name {
      try await client.addPassword(
        AddPassword(newPassword: password, signInName: try AccountLabel(name)))
    }
    return (client, entered.session.account)
  }

  private static func signIn(
    _ server: CollaborationTestServer, _ name: AccountLabel, _ password: String = password
  ) async throws -> AppSession {
    try await server.nobody.createSession(CreateSession(account: name, password: password))
  }

  @Test func `a name of one's own signs in, and only its person is told it`() async throws {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let (ben, label) = try await Self.ben(document, signingInAs: "ben@example.org")
      let name = try AccountLabel("ben@example.org")
      for typed in [name, label] {
        let session = try await Self.signIn(server, typed)
        #expect(session.account == label && session.displayName == "Ben")
        let again = try server.client(token: session.token)
        #expect(try await again.document(document.documentID).title == "Baking Recipes")
      }
      let me = try await ben.me()
      #expect(me.account == label && me.signInName == name && me.hasPassword == true)
      let seen = try await document.owner.participants(of: document.id).participants
      #expect(seen.map(\.account) == [label] && seen.map(\.displayName) == ["Ben"])
      #expect(try await document.owner.me().signInName == nil)
    }
  }

  @Test func `a wrong password and a name that is nobody's are refused alike`() async throws {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      _ = try await Self.ben(document, signingInAs: "ben@example.org")
      for name in ["ben@example.org", "Ben@example.org", "nobody@example.org"] {
        let refused = try await refusal {
          try await Self.signIn(server, try AccountLabel(name), "a wrong one")
        }
        #expect(refused == .credentialsInvalid)
      }
    }
  }

  @Test func `two names of one account have one number of attempts`() async throws {
    try await CollaborationTestServer.run(configure: {
      $0.signIns.accountAtAddress.secondsEach = 36_000
      $0.signIns.account.secondsEach = 36_000
    }) { server in
      let document = try await SharedDocument(server)
      let (_, label) = try await Self.ben(document, signingInAs: "ben@example.org")
      let name = try AccountLabel("ben@example.org")
      var refused: [ProblemCode?] = []
      for number in 0..<12 {
        refused.append(
          try await refusal {
            try await Self.signIn(server, number % 2 == 0 ? name : label, "a wrong one")
          })
      }
      #expect(refused.prefix(10).allSatisfy { $0 == .credentialsInvalid })
      #expect(refused.suffix(2) == [.rateLimited, .rateLimited])
      // Even the right one is not looked at any more where it was guessed at.
      #expect(try await refusal { try await Self.signIn(server, name) } == .rateLimited)
    }
  }

  @Test func `nobody registers the name, chooses it too, or is acted for under it`() async throws {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let name = try CollaborationTestServer.account("ben")
      let (other, _) = try await Self.ben(document, signingInAs: nil)
      _ = try await Self.ben(document, signingInAs: name.text)
      let body = CreateAppAccount(account: name, displayName: "Eve", password: Self.password)
      let registered = try await refusal { try await server.nobody.createAccount(body) }
      #expect(registered == .accountTaken)
      let chosen = try await refusal {
        try await other.addPassword(AddPassword(newPassword: Self.password, signInName: name))
      }
      #expect(chosen == .accountTaken)
      let backend = try server.client("ben")
      #expect(try await refusal { try await backend.me() } == .accountTaken)
      #expect(try await refusal { try await backend.documents() } == .accountTaken)
      let owner = try await document.owner.me().account
      let ofOwner = try await refusal {
        try await other.addPassword(AddPassword(newPassword: Self.password, signInName: owner))
      }
      #expect(ofOwner == .accountTaken, "an account that is there")
      try await other.addPassword(AddPassword(newPassword: Self.password))
      #expect(try await other.me().signInName == nil, "a program may do without")
    }
  }
}
