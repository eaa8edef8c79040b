import GroveIdentity

/// Local accounts. Passwords are hashed and compared outside; rules see what scrypt made of them.
public enum AccountRules {
  /// How many sessions an account has at one time. Signing in once more ends the one that has not been
  /// used for longest.
  public static let maximumSessions = 100
  /// How precisely it is noted when a session was used last, in milliseconds: ten minutes, so that a
  /// session in use costs a write each ten minutes and not one for each request.
  public static let useIsNotedEvery: UInt64 = 600_000

  /// Creates a local account and signs it in.
  /// - Returns: the answer, or `accountTaken`, also where a backend acts for that label, where somebody signs in to another
  ///   account with it, and for labels that entries make (protocol 8.9).
  public static func create(
    _ account: AccountRecord, session: SessionRecord, reading reader: any CollaborationReader
  ) throws -> Decision<Outcome<SessionRecord>> {
    try outcome {
      try reader.checkFree(account.account)
      return Decision(session, changes: [.putAccount(account), .putSession(session)])
    }
  }

  /// What signing in has led to.
  public struct SignedIn: Hashable, Sendable {
    /// As it is stored, with the name to show.
    public var account: AccountRecord
    /// The sessions that were ended to make room (`maximumSessions`).
    public var ended: [SessionHash]
  }

  /// Signs in an account whose password was found right against `password`.
  /// - Returns: the answer; or `credentialsInvalid`, where the password has been changed meanwhile; or
  ///   `accountDisabled`, which only somebody hears who has the password.
  public static func signIn(
    _ session: SessionRecord, checked password: PasswordRecord,
    reading reader: any CollaborationReader
  ) throws -> Decision<Outcome<SignedIn>> {
    try outcome {
      guard let account = try reader.account(session.account), account.password == password else {
        throw CollaborationRefusal.credentialsInvalid
      }
      guard account.disabled == nil else { throw CollaborationRefusal.accountDisabled }
      let ended = try madeRoom(for: session, reading: reader)
      let changes = ended.map(CollaborationChange.removeSession) + [.putSession(session)]
      return Decision(SignedIn(account: account, ended: ended), changes: changes)
    }
  }

  /// The sessions that one more ends.
  static func madeRoom(for session: SessionRecord, reading reader: any CollaborationReader) throws
    -> [SessionHash]
  {
    try reader.sessions(of: session.account).dropFirst(maximumSessions - 1).map(\.hash)
  }

  /// Puts another password in the place of one that was found right, and ends every other session:
  /// whoever had the old password may have one.
  ///
  /// - Returns: the sessions that have ended; or `credentialsInvalid`, where the password has been
  ///   changed meanwhile; or `forbidden` to a backend, whose accounts have no password here.
  public static func changePassword(
    _ call: Call, from old: PasswordRecord, to new: PasswordRecord,
    reading reader: any CollaborationReader
  ) throws -> Decision<Outcome<[SessionHash]>> {
    try outcome {
      let own = try reader.ownSession(of: call)
      guard var account = try reader.account(call.account), account.password == old else {
        throw CollaborationRefusal.credentialsInvalid
      }
      account.password = new
      let ended = try reader.sessions(of: call.account).map(\.hash).filter { $0 != own }
      let removals = ended.map(CollaborationChange.removeSession)
      return Decision(
        ended,
        changes: removals + [
          .removePasswordReset(call.account), .removeSignInCode(call.account),
          .putAccount(account),
        ])
    }
  }

  /// The calling account and how it is shown.
  public static func me(_ call: Call, reading reader: any CollaborationReader) throws
    -> Outcome<AccountRecord>
  {
    try outcome(looking: {
      try reader.admit(call)
      let known = try reader.account(call.account)
      guard case .backend(_, let displayName) = call.caller.authority else {
        guard let known else { throw CollaborationRefusal.unauthenticated }
        return known
      }
      let name = displayName ?? known?.displayName ?? call.account.text
      return AccountRecord(
        account: call.account, displayName: name, password: nil,
        createdAt: known?.createdAt ?? call.now)
    })
  }
}
