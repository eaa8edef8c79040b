import GroveIdentity

extension FuzzDecoder {
  func takeIdentity(_ input: [UInt8]) {
    switch self {
    case .challenge: takeChallenge(input)
    case .proof: takeProof(input)
    case .proofBinary:
      guard let proof = try? SignedIdentityProof(binary: input) else { return }
      // A proof of another depth is kept to be refused in the right row of protocol 8.5.
      guard proof.inclusionHashes.count == IdentityTree.depth else { return }
      require((try? proof.binary()) == input, "a binary proof has one form")
    case .proofRequest:
      _ = ProofRequestData.beginsLikeStructure(input)
      guard let request = try? ProofRequestData(input) else { return }
      require(request.encoded == input, "request data has one form")
    case .inclusionProof: takeInclusionProof(input)
    default:
      for line in input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
        guard !BatchVerifier.isBlank(Array(line)) else { continue }
        require(!BatchVerifier.answer(line: Array(line)).isEmpty, "every line has an answer")
      }
    }
  }

  /// A challenge with the right code is needed to get past the first check, so the code is made here.
  private func takeChallenge(_ input: [UInt8]) {
    guard let material = try? ChallengeMaterial() else { return }
    _ = material.keys.recognize(input, binding: material.binding)
    var reader = ByteReader(input)
    guard let issuedAt = try? reader.u64(), let ttl = try? reader.u16(),
      let epoch = try? reader.u64(), let nonce = try? ChallengeNonce(reader.raw(16)),
      let challenge = try? material.keys.issue(
        at: issuedAt, ttl: ttl, epoch: epoch, nonce: nonce, binding: material.binding)
    else { return }
    let known = material.keys.recognize(challenge.bytes, binding: material.binding)
    require(known == challenge, "an issued challenge is recognized")
    for now in [0, issuedAt, issuedAt &+ 1, .max] { _ = challenge.isCurrent(at: now) }
    require(challenge.nonceExpiresAt >= issuedAt, "a nonce is kept as long as its challenge")
  }

  private func takeProof(_ input: [UInt8]) {
    guard let material = try? ChallengeMaterial() else { return }
    _ = ProofVerifier(keys: material.keys).verify(body: input, binding: material.binding, now: 0)
    guard case .transcript(let proof) = try? SubmittedProof(json: input) else { return }
    if let inclusion = try? InclusionProof(
      index: proof.publicKeyIndex, hashes: proof.inclusionHashes),
      let key = try? PublicKey(proof.publicKey)
    {
      _ = inclusion.root(for: key)
    }
  }

  private func takeInclusionProof(_ input: [UInt8]) {
    guard let index = input.first else { return }
    let hashes = stride(from: 1, to: input.count, by: 32).map {
      Array(input[$0..<min($0 + 32, input.count)])
    }
    guard let proof = try? InclusionProof(index: Int(index), hashes: hashes) else { return }
    require(proof.hashes == hashes && proof.index < IdentityTree.leafCount, "five whole hashes")
    guard let key = try? PublicKey([2] + hashes[0]) else { return }
    _ = proof.root(for: key)
  }
}

/// Keys and a binding that are the same in every run.
private struct ChallengeMaterial {
  let keys: ChallengeKeys
  let binding: ChallengeBinding

  init() throws {
    let secret = SecretBytes([UInt8](repeating: 7, count: ChallengeKey.byteCount))
    keys = ChallengeKeys(current: try ChallengeKey(keyID: 1, secret: secret))
    binding = ChallengeBinding(
      audience: try Origin("https://docs.example"), collaborationID: try CollaborationID("c"),
      account: try AccountLabel("bob"), session: [1])
  }
}
