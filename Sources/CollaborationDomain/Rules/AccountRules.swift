import GroveIdentity

/// Local accounts and their sessions. Passwords are hashed and compared outside; rules see what
/// scrypt made of them.
public enum AccountRules {
  /// Creates a local account and signs it in.
  /// - Returns: or `accountTaken`, also where a backend acts for that label.
  public static func create(
    _ account: AccountRecord, session: SessionRecord, reading reader: any CollaborationReader
  ) throws -> Decision<Outcome<SessionRecord>> {
    try outcome {
      guard try reader.account(account.account) == nil else {
        throw CollaborationRefusal.accountTaken
      }
      return Decision(session, changes: [.putAccount(account), .putSession(session)])
    }
  }

  /// Signs in an account whose password was found right against `password`.
  /// - Returns: or `credentialsInvalid`, where the password has been changed meanwhile.
  public static func signIn(
    _ session: SessionRecord, checked password: PasswordRecord,
    reading reader: any CollaborationReader
  ) throws -> Decision<Outcome<AccountRecord>> {
    try outcome {
      guard let account = try reader.account(session.account), account.password == password else {
        throw CollaborationRefusal.credentialsInvalid
      }
      return Decision(account, changes: [.putSession(session)])
    }
  }

  /// Ends the calling session. A backend has none here, so nothing happens.
  public static func signOut(_ call: Call, reading reader: any CollaborationReader) throws
    -> Decision<Outcome<Caller>>
  {
    try outcome {
      try reader.admit(call)
      guard case .session(let hash) = call.caller.authority else { return Decision(call.caller) }
      return Decision(call.caller, changes: [.removeSession(hash)])
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
