/// Why a command was not carried out. Nothing has changed; the raw values are the stable codes of
/// problem bodies.
public enum CollaborationRefusal: String, Error, Hashable, Sendable, CaseIterable {
  /// The session has ended or expired.
  case unauthenticated
  /// A wrong password, or it was changed meanwhile.
  case credentialsInvalid = "credentials_invalid"
  /// The operator has disabled the account; told to whoever has shown its password, and to its backend.
  case accountDisabled = "account_disabled"
  /// No reset link, or one that was used, replaced or has expired: the four are not told apart.
  case resetInvalid = "reset_invalid"
  /// No sign-in code, or one that was used, replaced or has ended: the four are not told apart.
  case codeInvalid = "code_invalid"
  /// The label belongs to an account, local or of a backend, or somebody signs in with it.
  case accountTaken = "account_taken"
  /// It does not exist, or the account may not know that it does: the two are never told apart.
  case notFound = "not_found"
  /// The account has access, but not this right.
  case forbidden
  /// Deleted, or its sharing has ended; told to the owner only.
  case gone
  /// A request identifier used for something else, a root to replace that is not active, or a
  /// snapshot older than the one kept.
  case conflict
  /// One more than is kept (`docs/LIMITS.md`).
  case limitExceeded = "limit_exceeded"
  /// An edit or a snapshot by a read-only participant.
  case readOnly = "read_only"
  /// A comment where the owner allows none.
  case commentsOff = "comments_off"
  /// A mention to be attested where the owner allows none.
  case mentionsOff = "mentions_off"
  /// Beyond the end of the log.
  case positionUnknown = "position_unknown"
  /// To be attested, but not done by the account in the last ten minutes.
  case notCaused = "not_caused"
  /// A person named by an identity that somebody else has added, or that came without an invitation.
  case personUnknown = "person_unknown"
  // Sign-in through a provider
  /// The provider's answer belongs to no attempt of this browser.
  case signInUnknown = "sign_in_unknown"
  /// The attempt took too long.
  case signInExpired = "sign_in_expired"
  /// The attempt has been answered before.
  case signInUsed = "sign_in_used"
  /// The person or the provider said no.
  case providerDenied = "provider_denied"
  /// The provider answered with an error.
  case providerRefused = "provider_refused"
  /// What the provider answered does not hold.
  case providerInvalid = "provider_invalid"
  /// The provider does not answer.
  case providerUnreachable = "provider_unreachable"
  /// The provider's identity leads to another account.
  case linkedElsewhere = "linked_elsewhere"
  // Protocol 8.5, rows 8 to 10, and row 3 again at the grant
  case notVerified = "not_verified"
  case challengeExpired = "challenge_expired"
  case challengeStale = "challenge_stale"
  case challengeUsed = "challenge_used"
  case alreadyBound = "already_bound"
  /// The same, where the account has its access only because the identity took another's place, and has not proved it
  /// since: an entry may ask for a new account to take it over, and whoever is signed in for their own to.
  case boundByReplacement = "bound_by_replacement"
}

/// Runs a rule whose early exits are thrown refusals, and gives the refusal back as an answer.
func outcome<Value: Sendable>(_ rule: () throws -> Decision<Value>) throws
  -> Decision<Outcome<Value>>
{
  do {
    let decision = try rule()
    return Decision(.success(decision.answer), changes: decision.changes)
  } catch let refusal as CollaborationRefusal {
    return Decision(.failure(refusal))
  }
}

/// The same for a look that changes nothing.
func outcome<Value: Sendable>(looking look: () throws -> Value) throws -> Outcome<Value> {
  do {
    return .success(try look())
  } catch let refusal as CollaborationRefusal {
    return .failure(refusal)
  }
}
