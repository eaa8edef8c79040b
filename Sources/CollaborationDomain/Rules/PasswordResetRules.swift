import GroveIdentity

/// A link by which a person chooses another password, because the old one is lost.
public enum PasswordResetRules {
  /// Makes a link; one that was made before is good no more.
  /// - Returns: the account; or `notFound`; `gone` for one that was deleted; `accountDisabled`;
  ///   `forbidden` where the account has no password here, because its people sign in elsewhere.
  public static func issue(
    _ reset: PasswordResetRecord, reading reader: any CollaborationReader
  ) throws -> Decision<Outcome<AccountRecord>> {
    try outcome {
      let account = try reader.undeleted(reset.account)
      guard account.disabled == nil else { throw CollaborationRefusal.accountDisabled }
      guard account.password != nil else { throw CollaborationRefusal.forbidden }
      return Decision(account, changes: [.putPasswordReset(reset)])
    }
  }

  /// Whose password the link is for. Looked at before a password is hashed for it, so that guessing
  /// costs the server no work.
  /// - Returns: the answer, or `resetInvalid`.
  public static func look(
    at hash: PasswordResetHash, at now: UInt64, reading reader: any CollaborationReader
  ) throws -> Outcome<AccountRecord> {
    try outcome(looking: {
      guard let reset = try reader.passwordReset(hash), now < reset.expiresAt,
        let account = try reader.account(reset.account), account.disabled == nil,
        account.password != nil
      else { throw CollaborationRefusal.resetInvalid }
      return account
    })
  }

  /// What using a link has led to.
  public struct Used: Hashable, Sendable {
    /// With its new password.
    public var account: AccountRecord
    /// Every session it had: whoever had the old password may have one.
    public var ended: [SessionHash]
  }

  /// Uses the link up, puts the password in its place and ends every session, all in one transaction:
  /// of several that use one link at once, one is answered.
  /// - Returns: the answer, or `resetInvalid`.
  public static func use(
    _ hash: PasswordResetHash, for password: PasswordRecord, at now: UInt64,
    reading reader: any CollaborationReader
  ) throws -> Decision<Outcome<Used>> {
    try outcome {
      var account = try look(at: hash, at: now, reading: reader).get()
      account.password = password
      let (ended, changes) = try OperatorRules.closing(account, reading: reader)
      return Decision(Used(account: account, ended: ended), changes: changes)
    }
  }
}
