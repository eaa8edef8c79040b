/// Why a proof was refused, in the words a client sees (protocol 8.5). The raw values are stable;
/// an error body carries nothing else.
public enum ProofRefusal: String, Error, CaseIterable, Sendable, Codable {
  /// Row 1: too long, not of the shape, or a profile this client class may not use.
  case malformed
  /// Row 2: not one of our challenges, or not for this audience, collaboration, account, session.
  case challengeInvalid = "challenge_invalid"
  /// Row 3: from the future or too old.
  case challengeExpired = "challenge_expired"
  /// Row 4.
  case keyInvalid = "key_invalid"
  /// Row 5: another number or length of hashes, or an index outside the tree.
  case proofMalformed = "proof_malformed"
  /// Row 6.
  case signatureMalformed = "signature_malformed"
  /// Rows 7 and 8 share one code: it must not tell who is a member (protocol 14 row 20).
  case notVerified = "not_verified"
  /// Row 9: issued before the identity was last activated.
  case challengeStale = "challenge_stale"
  /// Row 10: its nonce has already led to a grant.
  case challengeUsed = "challenge_used"
  /// Row 10: the identity is bound to another account.
  case alreadyBound = "already_bound"
}
