import GroveIdentity

/// Signing in on another device by a code that a session has made: the way into an account that has no
/// password (decision 0027), and a short one into any other.
public enum SignInCodeRules {
  /// Milliseconds for which a code is good.
  public static let lifetime: UInt64 = 600_000

  /// Makes a code; one that was made before is good no more.
  /// - Returns: the code as it is kept; or `forbidden` to a backend, which has sessions of its own.
  public static func make(
    _ hash: SignInCodeHash, _ call: Call, reading reader: any CollaborationReader
  ) throws -> Decision<Outcome<SignInCodeRecord>> {
    try outcome {
      let session = try reader.ownSession(of: call)
      let code = SignInCodeRecord(
        account: call.account, session: session, hash: hash, expiresAt: call.now + lifetime)
      return Decision(code, changes: [.putSignInCode(code)])
    }
  }

  /// Until when the caller's code is good.
  /// - Returns: milliseconds since 1970; nil where there is none, or it was used.
  public static func goodUntil(_ call: Call, reading reader: any CollaborationReader) throws
    -> Outcome<UInt64?>
  {
    try outcome(looking: {
      _ = try reader.ownSession(of: call)
      guard let code = try reader.signInCode(of: call.account),
        try reader.isGood(code, at: call.now)
      else { return nil }
      return code.expiresAt
    })
  }

  /// Whose code it is: a session token says so before it is stored.
  /// - Parameter hashes: what the code is known by under each of the server's keys.
  /// - Returns: the answer, or `codeInvalid`.
  public static func look(
    for hashes: [SignInCodeHash], at now: UInt64, reading reader: any CollaborationReader
  ) throws -> Outcome<SignInCodeRecord> {
    try outcome(looking: {
      for hash in hashes {
        if let code = try reader.signInCode(hash), try reader.isGood(code, at: now) { return code }
      }
      throw CollaborationRefusal.codeInvalid
    })
  }

  /// Uses the code up and begins a session in its account, all in one transaction: of several that use
  /// one code at once, one is answered.
  /// - Parameter session: of the account that `look` has named.
  /// - Returns: the answer; or `codeInvalid` for what is no code, was used, replaced or has ended.
  public static func use(
    _ hash: SignInCodeHash, beginning session: SessionRecord,
    reading reader: any CollaborationReader
  ) throws -> Decision<Outcome<AccountRules.SignedIn>> {
    try outcome {
      let code = try look(for: [hash], at: session.createdAt, reading: reader).get()
      guard code.account == session.account, let account = try reader.account(code.account),
        account.disabled == nil
      else { throw CollaborationRefusal.codeInvalid }
      let ended = try AccountRules.madeRoom(for: session, reading: reader)
      return Decision(
        AccountRules.SignedIn(account: account, ended: ended),
        changes: [.removeSignInCode(code.account)] + ended.map(CollaborationChange.removeSession)
          + [.putSession(session)])
    }
  }
}

extension CollaborationReader {
  /// Whether its time and its session still last.
  fileprivate func isGood(_ code: SignInCodeRecord, at now: UInt64) throws -> Bool {
    guard now < code.expiresAt, let session = try session(code.session) else { return false }
    return session.account == code.account && now < session.expiresAt
  }
}
