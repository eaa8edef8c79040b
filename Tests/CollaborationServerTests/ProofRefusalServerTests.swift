import CollaborationDomain
import CollaborationServer
import GroveClient
import GroveIdentity
import GroveServing
import GroveTesting
import GroveWire
import Testing

/// Every negative case of protocol 17.3 against the running server: the code, the HTTP status, and
/// nothing changed.
@Suite(.timeLimit(.minutes(3)))
struct ProofRefusalServerTests {
  @Test(arguments: ProofCase.all)
  func `a proof that is wrong is refused with its code and changes nothing`(_ wrong: ProofCase)
    async throws
  {
    try await CollaborationTestServer.run { server in
      let scene = try await ProofScene(server)
      let body = try await wrong.make(scene)
      let writes = server.store.writes
      let path = CollaborationRoutes.prove.path([scene.document.id.text])
      let response = try await server.send(
        "POST", path, headers: server.backendHeaders("bob"), body: body)
      let problem = try StrictJSON.decode(Problem.self, from: response.body)
      #expect(problem.code == wrong.code)
      #expect(response.status == wrong.code.status)
      #expect(server.store.writes == writes)
      let owner = scene.document.owner
      #expect(
        try await owner.participants(of: scene.document.id).participants.allSatisfy {
          $0.account == nil
        })
    }
  }

  @Test func `a signature with n - s is as valid as the one with s`() async throws {
    try await CollaborationTestServer.run { server in
      let scene = try await ProofScene(server)
      var proof = scene.proof
      proof.signature =
        Array(proof.signature[..<32]) + (try P256Order.minus(proof.signature[32...]))
      #expect(
        try await scene.bob.prove(proof.json(), for: scene.document.id).result == .granted)
    }
  }

  @Test func `every random single-bit flip of a proof is refused`() async throws {
    try await CollaborationTestServer.run(
      configure: { $0.rates.proofs = RateLimit(burst: 10_000, perSecond: 1000) }
    ) { server in
      let scene = try await ProofScene(server)
      let binary = try scene.proof.binary()
      var generator = SeededGenerator(seed: 17)
      for _ in 0..<300 {
        var flipped = binary
        let bit = Int.random(in: 16..<(binary.count * 8), using: &generator)
        flipped[bit / 8] ^= 1 << (bit % 8)
        guard let proof = try? SignedIdentityProof(binary: flipped) else { continue }
        let code = try await refusal {
          try await scene.bob.prove(proof.json(), for: scene.document.id)
        }
        #expect(code != nil, "bit \(bit)")
      }
      #expect(
        try await scene.bob.prove(scene.proof.json(), for: scene.document.id).result == .granted)
    }
  }
}

/// Bob, invited with two devices, and a challenge for him.
struct ProofScene: Sendable {
  let server: CollaborationTestServer
  let document: SharedDocument
  let identity: TestIdentity
  let bob: CollaborationClient
  let challenge: ChallengeIssued
  let proof: SignedIdentityProof
  /// The collaboration's, which a challenge does not show.
  let epoch: UInt64

  init(_ server: CollaborationTestServer) async throws {
    self.server = server
    document = try await SharedDocument(server)
    identity = try await document.invite()
    bob = try server.client("bob")
    challenge = try await bob.challenge(for: document.id)
    proof = try identity.proof(challenge)
    let id = document.id
    epoch = try #require(try await server.store.read { try $0.collaboration(id) }).epoch
  }

  /// A proof over a challenge that the server's own keys issued under other circumstances.
  func proof(issuing change: (inout Issue) throws -> Void) throws -> [UInt8] {
    var issue = Issue(at: server.clock.now, epoch: epoch, audience: identity.audience)
    try change(&issue)
    let binding = ChallengeBinding(
      audience: issue.audience, collaborationID: document.id, account: challenge.account,
      session: try session())
    let made = try server.configuration.keys.challengeKeys.issue(
      at: issue.at, epoch: issue.epoch, nonce: nonce(of: challenge.challenge.bytes),
      binding: binding)
    return try proof { $0.challenge = made.bytes }
  }

  struct Issue {
    var at: UInt64
    var epoch: UInt64
    var audience: Origin
  }

  /// The proof with one thing changed and signed again, or changed after signing.
  func proof(_ change: (inout SignedIdentityProof) throws -> Void) throws -> [UInt8] {
    var proof = proof
    let challenge = proof.challenge
    try change(&proof)
    if proof.challenge != challenge { proof.signature = try resigned(proof.challenge) }
    return try proof.json()
  }

  func resigned(
    _ challenge: [UInt8], device: Int = 0, account: AccountLabel? = nil, audience: Origin? = nil
  ) throws -> [UInt8] {
    let transcript = ProofTranscript(
      audience: audience ?? identity.audience, collaborationID: document.id,
      account: account ?? self.challenge.account, root: identity.root,
      publicKey: identity.keys[0].publicKey, challenge: challenge)
    return try identity.keys[device].sign(transcript.encoded())
  }

  private func nonce(of bytes: [UInt8]) throws -> ChallengeNonce {
    var reader = ByteReader(bytes)
    _ = try reader.raw(20)
    return try ChallengeNonce(reader.raw(16))
  }

  private func session() throws -> [UInt8] { SessionBytes.hash("bob-session") }
}
