/// The collaboration server's check of a proof: rows 1 to 7 of protocol 8.5, in their order, as a
/// pure function. Rows 8 and 9 follow once the identity has been looked up; row 10 is the grant.
public struct ProofVerifier: Sendable {
  /// What recognises challenges; every node of a server is given the same.
  public let keys: ChallengeKeys
  /// Nil keeps profile 2 off.
  public let rawProofs: RawProofRules?

  /// A value: verifying changes nothing in it.
  /// - Parameter rawProofs: what to accept in profile 2, only where a login CSRF is not possible
  ///   (protocol 8.7).
  public init(keys: ChallengeKeys, rawProofs: RawProofRules? = nil) {
    self.keys = keys
    self.rawProofs = rawProofs
  }

  /// What came out. A refusal is an answer, never an error.
  public enum Answer: Hashable, Sendable {
    /// Rows 1 to 7 hold; go on to the identity's row and the grant.
    case verified(VerifiedProof)
    /// The first row that does not hold.
    case refused(ProofRefusal)
  }

  /// Rows 1 to 7 over a JSON request body.
  ///
  /// - Parameters:
  ///   - binding: audience, collaboration, account and session of *this request*, never of the body.
  ///   - now: milliseconds since 1970.
  public func verify(body: [UInt8], binding: ChallengeBinding, now: UInt64) -> Answer {
    guard let proof = try? SubmittedProof(json: body) else { return .refused(.malformed) }
    return verify(proof, binding: binding, now: now)
  }

  /// Rows 1 to 7 over a proof of either profile.
  public func verify(_ proof: SubmittedProof, binding: ChallengeBinding, now: UInt64) -> Answer {
    switch proof {
    case .transcript(let proof): verify(proof, binding: binding, now: now)
    case .raw(let proof): verify(proof, binding: binding, now: now)
    }
  }

  /// Rows 1 to 7 over a proof that only shows an identity (protocol 8.9.4): its signature is about that identity's own
  /// collaboration, its challenge was issued for the one that is entered. Nothing is granted by it.
  ///
  /// - Parameter collaborationID: the shown identity's.
  /// - Returns: nil where a row does not hold.
  public func rootShown(
    by body: [UInt8], in collaborationID: CollaborationID, binding: ChallengeBinding, now: UInt64
  ) -> RootHash? {
    guard case .transcript(let proof)? = try? SubmittedProof(json: body),
      case .verified(let verified) = verify(
        proof, binding: binding, signedFor: collaborationID, now: now)
    else { return nil }
    return verified.root
  }

  /// Rows 2 to 7 over a profile 1 proof.
  public func verify(_ proof: SignedIdentityProof, binding: ChallengeBinding, now: UInt64) -> Answer
  {
    verify(proof, binding: binding, signedFor: binding.collaborationID, now: now)
  }

  private func verify(
    _ proof: SignedIdentityProof, binding: ChallengeBinding, signedFor id: CollaborationID,
    now: UInt64
  ) -> Answer {
    Self.answer { () throws(ProofRefusal) in
      let challenge = try currentChallenge(proof.challenge, binding: binding, now: now)
      guard let publicKey = try? PublicKey(proof.publicKey) else { throw .keyInvalid }
      guard
        let inclusion = try? InclusionProof(
          index: proof.publicKeyIndex, hashes: proof.inclusionHashes)
      else { throw .proofMalformed }
      guard proof.signature.count == 64 else { throw .signatureMalformed }
      let root = inclusion.root(for: publicKey)
      let transcript = ProofTranscript(
        audience: binding.audience, collaborationID: id,
        account: binding.account, root: root, publicKey: publicKey, challenge: challenge.bytes)
      guard let message = try? transcript.encoded(),
        publicKey.isValidSignature(proof.signature, for: message)
      else { throw .notVerified }
      return VerifiedProof(
        binding, challenge: challenge, root: root, publicKey: publicKey, profile: .transcript)
    }
  }

  /// Rows 1 to 7 over a profile 2 proof: `malformed` unless the profile is on (protocol 8.7).
  public func verify(_ proof: RawIdentityProof, binding: ChallengeBinding, now: UInt64) -> Answer {
    Self.answer { () throws(ProofRefusal) in
      guard let rules = rawProofs else { throw .malformed }
      let challenge = try currentChallenge(proof.challenge, binding: binding, now: now)
      guard let publicKey = rules.publicKey(proof.publicKey) else { throw .keyInvalid }
      let depth = proof.inclusionHashes.count
      guard rules.depths.contains(depth),
        let inclusion = try? InclusionProof(
          index: proof.publicKeyIndex, hashes: proof.inclusionHashes, depth: depth)
      else { throw .proofMalformed }
      guard let signature = proof.parsedSignature else { throw .signatureMalformed }
      guard publicKey.isValid(signature, for: challenge.bytes) else { throw .notVerified }
      let root = inclusion.root(forLeafOf: proof.publicKey)
      return VerifiedProof(
        binding, challenge: challenge, root: root, publicKey: publicKey, profile: .raw)
    }
  }

  /// Rows 8 and 9, once the proof's root has been looked up.
  ///
  /// - Parameter activationEpoch: that of the root in this collaboration, nil where it is not an
  ///   active identity. The grant checks it again under its lock (protocol 9.4).
  /// - Returns: nil where the proof may go on to the grant.
  public static func refusal(of proof: VerifiedProof, activationEpoch: UInt64?) -> ProofRefusal? {
    guard let activationEpoch else { return .notVerified }
    return proof.challengeEpoch >= activationEpoch ? nil : .challengeStale
  }

  /// Rows 2 and 3.
  private func currentChallenge(_ bytes: [UInt8], binding: ChallengeBinding, now: UInt64)
    throws(ProofRefusal) -> Challenge
  {
    guard let challenge = keys.recognize(bytes, binding: binding) else { throw .challengeInvalid }
    guard challenge.isCurrent(at: now) else { throw .challengeExpired }
    return challenge
  }

  private static func answer(_ check: () throws(ProofRefusal) -> VerifiedProof) -> Answer {
    do {
      return .verified(try check())
    } catch {
      return .refused(error)
    }
  }
}
