import CollaborationServer
import GroveClient
import GroveIdentity
import GroveTesting
import GroveWire
import Testing

/// Challenge, proof and grant over HTTP (protocol 7 to 9).
@Suite(.timeLimit(.minutes(3)))
struct GrantServerTests {
  @Test func `an invited person's device proves and is in`() async throws {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let identity = try await document.invite()
      let bob = try server.client("bob")
      #expect(try await refusal { try await bob.document(document.documentID) } == .notFound)
      let granted = try await document.prove(identity, as: bob)
      #expect(granted.result == .granted)
      #expect(granted.documentID == document.documentID)
      #expect(granted.title == "Baking Recipes")
      #expect(granted.root == identity.root)
      let seen = try await bob.document(document.documentID)
      #expect(seen.access == .readWrite)
      #expect(seen.collaborationID == document.id)
      #expect(try await bob.documents().documents.map(\.documentID) == [document.documentID])
      let list = try await document.owner.participants(of: document.id)
      #expect(list.participants.map(\.account) == [try CollaborationTestServer.account("bob")])
      #expect(list.participants.map(\.displayName) == ["The bob"])
    }
  }

  @Test func `every device of an identity gets the same account in`() async throws {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let identity = try await document.invite(devices: 3)
      let bob = try server.client("bob")
      #expect(try await document.prove(identity, as: bob, device: 0).result == .granted)
      for device in 1...2 {
        #expect(
          try await document.prove(identity, as: bob, device: device).result == .alreadyGranted)
      }
    }
  }

  @Test func `a retried proof is answered already_granted and changes nothing`() async throws {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let identity = try await document.invite()
      let bob = try server.client("bob")
      let proof = try identity.proof(try await bob.challenge(for: document.id)).json()
      #expect(try await bob.prove(proof, for: document.id).result == .granted)
      let writes = server.store.writes
      #expect(try await bob.prove(proof, for: document.id).result == .alreadyGranted)
      #expect(server.store.writes == writes)
      server.clock.advance(120_000)
      #expect(
        try await refusal { try await bob.prove(proof, for: document.id) } == .challengeExpired)
    }
  }

  @Test func `one identity, one account: the second account is refused`() async throws {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let (bob, identity) = try await document.join("bob")
      let thief = try server.client("thief")
      #expect(
        try await refusal { try await document.prove(identity, as: thief, device: 1) }
          == .alreadyBound)
      #expect(
        try await refusal { try await thief.document(document.documentID) } == .notFound)
      _ = try await bob.leave(document.id)
      #expect(try await document.prove(identity, as: thief).result == .granted)
    }
  }

  @Test func `a challenge from before a root was added again is stale`() async throws {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let identity = try await document.invite()
      let bob = try server.client("bob")
      let proof = try identity.proof(try await bob.challenge(for: document.id)).json()
      _ = try await document.remove(identity.root)
      #expect(try await refusal { try await bob.prove(proof, for: document.id) } == .notVerified)
      _ = try await document.add(identity.root)
      #expect(
        try await refusal { try await bob.prove(proof, for: document.id) } == .challengeStale)
      #expect(try await document.prove(identity, as: bob).result == .granted)
    }
  }

  @Test func `the challenge says what is signed and how long it lives`() async throws {
    try await CollaborationTestServer.run(configure: { $0.challengeLifetime = 60 }) { server in
      let document = try await SharedDocument(server)
      let issued = try await document.owner.challenge(for: document.id)
      #expect(issued.challenge.bytes.count == 68)
      #expect(issued.expiresIn == 60)
      #expect(issued.audience.text == CollaborationTestServer.publicOrigin)
      let data = try ProofRequestData(issued.data.bytes)
      #expect(data.account == issued.account)
      #expect(data.challenge == issued.challenge.bytes)
    }
  }

  @Test func `the cheap checks cost no transaction, and a grant costs one`() async throws {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let identity = try await document.invite()
      let bob = try server.client("bob")
      let proof = try identity.proof(try await bob.challenge(for: document.id))
      var wrong = proof
      wrong.signature[63] ^= 1
      let before = try await server.store.settled().transactions
      #expect(
        try await refusal { try await bob.prove(wrong.json(), for: document.id) } == .notVerified)
      #expect(
        try await refusal { try await bob.prove(Array("{}".utf8), for: document.id) }
          == .malformed)
      #expect(server.store.transactions == before)
      _ = try await bob.prove(proof.json(), for: document.id)
      #expect(server.store.transactions == before + 1)
    }
  }

  @Test func `two accounts prove one root at once and exactly one is in`() async throws {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let identity = try await document.invite()
      let codes = try await withThrowingTaskGroup(of: ProblemCode?.self) { group in
        for number in 1...12 {
          group.addTask {
            let client = try server.client("person\(number)")
            return try await refusal { try await document.prove(identity, as: client) }
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(codes.count { $0 == nil } == 1)
      #expect(codes.count { $0 == .alreadyBound } == 11)
    }
  }

  @Test func `one nonce, one grant: the same proof many times at once grants once`() async throws {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let identity = try await document.invite()
      let bob = try server.client("bob")
      let proof = try identity.proof(try await bob.challenge(for: document.id)).json()
      let results = try await withThrowingTaskGroup(of: AccessGranted.Result.self) { group in
        for _ in 0..<12 {
          group.addTask { try await bob.prove(proof, for: document.id).result }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(results.count { $0 == .granted } == 1)
      #expect(results.count { $0 == .alreadyGranted } == 11)
    }
  }

  @Test func `profile 2 is for callers with a service key, and only where it is on`() async throws {
    for (isOn, expected) in [(false, ProblemCode.malformed), (true, nil)] {
      try await CollaborationTestServer.run(
        configure: { $0.rawProofs = isOn ? .standard : nil }
      ) { server in
        let document = try await SharedDocument(server)
        let identity = try await document.invite()
        let session = try await server.nobody.createAccount(
          CreateAppAccount(
            account: try CollaborationTestServer.account("web"), displayName: "Web",
            password: "correct horse"))
        let browser = try server.client(token: session.token)
        let native = try server.client("bob")
        for (client, code) in [(browser, ProblemCode.malformed), (native, expected)] {
          let challenge = try await client.challenge(for: document.id)
          let proof = try identity.rawProof(challenge)
          #expect(try await refusal { try await client.prove(proof, for: document.id) } == code)
        }
      }
    }
  }
}

extension TestIdentity {
  /// A profile 2 proof (protocol 8.7), signed over the challenge bytes alone.
  func rawProof(_ challenge: ChallengeIssued) throws -> [UInt8] {
    struct Body: Encodable {
      var v = 1
      var profile = 2
      var publicKey: Base64URLBytes
      var publicKeyIndex: Int
      var inclusionHashes: [Base64URLBytes]
      var challenge: Base64URLBytes
      var signature: Base64URLBytes
      var signatureFormat = "p1363"
    }
    let transcript = try proof(challenge)
    return try StrictJSON.encode(
      Body(
        publicKey: Base64URLBytes(transcript.publicKey),
        publicKeyIndex: transcript.publicKeyIndex,
        inclusionHashes: transcript.inclusionHashes.map { Base64URLBytes($0) },
        challenge: challenge.challenge,
        signature: Base64URLBytes(try keys[0].sign(challenge.challenge.bytes))))
  }
}
