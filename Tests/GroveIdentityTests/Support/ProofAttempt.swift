import GroveTesting

@testable import GroveIdentity

/// One proof on its way to one request: the vectors' valid proof, until a case changes something.
struct ProofAttempt {
  var proof: SignedIdentityProof
  var audience: Origin
  var collaborationID: CollaborationID
  var account: AccountLabel
  var session = Vectors.session
  var now = Vectors.issuedAt + 1000
  /// The root the collaboration knows, with its activation epoch.
  var root: RootHash
  var activationEpoch = Vectors.epoch
  let vectors: Vectors

  /// - Parameter version: of the challenge.
  init(version: UInt8 = Challenge.version) throws {
    vectors = try Vectors.shared.get()
    let binary =
      version == Challenge.version ? vectors.maskedChallenge.proofBinary : vectors.proofBinary
    proof = try SignedIdentityProof(binary: binary.bytes)
    audience = vectors.audience
    collaborationID = vectors.collaborationID
    account = try AccountLabel(Vectors.account)
    root = try vectors.rootHash
  }

  var binding: ChallengeBinding {
    ChallengeBinding(
      audience: audience, collaborationID: collaborationID, account: account, session: session)
  }

  /// The diversified key of device 1, 2 or 3.
  func deviceKey(_ number: Int) throws -> SigningKey {
    try DiversificationBaseKey(scalar: vectors.devices[number - 1].d.bytes)
      .diversified(seed: vectors.identitySeed, context: vectors.context)
  }

  /// A signature by `signer` over the transcript of this attempt with some fields changed.
  func signature(
    by signer: SigningKey, audience: Origin? = nil, account: AccountLabel? = nil,
    root: RootHash? = nil
  ) throws -> [UInt8] {
    let transcript = ProofTranscript(
      audience: audience ?? self.audience, collaborationID: collaborationID,
      account: account ?? self.account, root: root ?? self.root,
      publicKey: try PublicKey(proof.publicKey), challenge: proof.challenge)
    return try signer.sign(transcript.encoded())
  }

  /// Rows 1 to 9 over the proof's JSON body.
  func refusal() throws -> ProofRefusal? {
    let answer = try vectors.verifier.verify(body: proof.json(), binding: binding, now: now)
    return refusal(after: answer)
  }

  /// Rows 2 to 9 over the value itself.
  func refusalWithoutJSON() throws -> ProofRefusal? {
    refusal(after: try vectors.verifier.verify(proof, binding: binding, now: now))
  }

  private func refusal(after answer: ProofVerifier.Answer) -> ProofRefusal? {
    switch answer {
    case .refused(let refusal): refusal
    case .verified(let proof):
      ProofVerifier.refusal(
        of: proof, activationEpoch: proof.root == root ? activationEpoch : nil)
    }
  }

  /// The same attempt as a line of `grove verify --batch`, as a dictionary to change further.
  var batchMembers: [String: BatchValue] {
    [
      "challengeKey": .text(Hex.encode(vectors.challengeKey.bytes)), "now": .text(String(now)),
      "audience": .text(audience.text), "collaborationID": .text(collaborationID.text),
      "account": .text(account.text), "session": .text(Hex.encode(session)),
      "root": .text(root.description), "activationEpoch": .text(String(activationEpoch)),
      "publicKey": .text(Hex.encode(proof.publicKey)), "index": .number(proof.publicKeyIndex),
      "hashes": .texts(proof.inclusionHashes.map { Hex.encode($0) }),
      "challenge": .text(Hex.encode(proof.challenge)),
      "signature": .text(Hex.encode(proof.signature)),
    ]
  }

  func batchLine(name: String) throws -> [UInt8] {
    try StrictJSON.encode(batchMembers.merging(["name": .text(name)]) { $1 })
  }
}

/// A JSON value as a batch line holds them.
enum BatchValue: Encodable {
  case text(String)
  case number(Int)
  case texts([String])

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .number(let number): try container.encode(number)
    case .texts(let texts): try container.encode(texts)
    }
  }
}
