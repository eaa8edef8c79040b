public import GroveIdentity

/// What the operator of a server does with accounts. There is no caller: whoever can write the data
/// folder may do all of it.
public enum OperatorRules {
  /// Bytes of the operator's note on a disabled account.
  public static let maximumReasonBytes = 512

  /// An account as its operator sees it: numbers and times, no content.
  public struct Overview: Hashable, Sendable {
    /// As it is stored.
    public var account: AccountRecord
    /// Those that have not expired, the last used first.
    public var sessions: [SessionRecord]
    /// Documents it owns, at most `DocumentRules.maximumOwned`.
    public var ownedDocuments: Int
    /// Documents of others that it has access to, at most `maximumCounted`; nil in lists, where
    /// counting them for everybody would cost too much.
    public var grantedDocuments: Int?
    /// Milliseconds since 1970: until when a reset link is good; nil where there is none.
    public var resetUntil: UInt64?
    /// What its person signs in with, where that is not the label.
    public var signInName: AccountLabel?
  }

  /// Where counting the documents of others ends.
  public static let maximumCounted = 10_000

  /// Every account, by label, a page at a time.
  public static func list(
    after label: AccountLabel?, limit: Int, at now: UInt64, reading reader: any CollaborationReader
  ) throws -> [Overview] {
    try reader.accounts(after: label, limit: limit).map {
      try overview(of: $0, granted: nil, at: now, reading: reader)
    }
  }

  /// One account.
  /// - Returns: the answer, or `notFound`.
  public static func look(
    at label: AccountLabel, at now: UInt64, reading reader: any CollaborationReader
  ) throws -> Outcome<Overview> {
    try outcome(looking: {
      let account = try reader.known(label)
      let granted = try reader.documents(
        grantedTo: label, kind: .log, after: nil, limit: maximumCounted)
      return try overview(
        of: account, granted: granted.count { $0.owner != label }, at: now, reading: reader)
    })
  }

  /// Ends every session, reset link and sign-in code, and lets no other begin: from the moment this is
  /// committed nobody signs in to the account, acts for it or proves anything under it. What it owns
  /// and was granted stays as it is.
  /// - Parameter now: milliseconds since 1970; an account that is disabled already keeps its time.
  /// - Returns: the sessions that have ended; or `notFound`; or `gone` for one that was deleted.
  public static func disable(
    _ label: AccountLabel, reason: String, at now: UInt64, reading reader: any CollaborationReader
  ) throws -> Decision<Outcome<[SessionHash]>> {
    try outcome {
      var account = try reader.undeleted(label)
      account.disabled = AccountRecord.Disabled(at: account.disabled?.at ?? now, reason: reason)
      let (ended, changes) = try closing(account, reading: reader)
      return Decision(ended, changes: changes)
    }
  }

  /// Takes the decision back. Nothing else has to be given back, because nothing was taken.
  /// - Returns: whether it was disabled; or `notFound`; or `gone` for one that was deleted.
  public static func enable(_ label: AccountLabel, reading reader: any CollaborationReader) throws
    -> Decision<Outcome<Bool>>
  {
    try outcome {
      var account = try reader.undeleted(label)
      guard account.disabled != nil else { return Decision(false) }
      account.disabled = nil
      return Decision(true, changes: [.putAccount(account)])
    }
  }

  /// Stores an account, and ends every session, reset link and sign-in code it had until now.
  static func closing(_ account: AccountRecord, reading reader: any CollaborationReader) throws
    -> ([SessionHash], [CollaborationChange])
  {
    let ended = try reader.sessions(of: account.account).map(\.hash)
    return (
      ended,
      ended.map(CollaborationChange.removeSession)
        + [
          .removePasswordReset(account.account), .removeSignInCode(account.account),
          .putAccount(account),
        ]
    )
  }

  private static func overview(
    of account: AccountRecord, granted: Int?, at now: UInt64,
    reading reader: any CollaborationReader
  ) throws -> Overview {
    let label = account.account
    return Overview(
      account: account, sessions: try reader.sessions(of: label).filter { now < $0.expiresAt },
      ownedDocuments: try reader.countDocuments(
        ownedBy: label, upTo: DocumentRules.maximumOwned),
      grantedDocuments: granted,
      resetUntil: try reader.passwordReset(of: label).map(\.expiresAt).flatMap {
        now < $0 ? $0 : nil
      },
      signInName: try SignInNameRules.name(of: account, reading: reader))
  }
}

extension CollaborationReader {
  /// - Throws: `notFound`.
  func known(_ label: AccountLabel) throws -> AccountRecord {
    guard let account = try account(label) else { throw CollaborationRefusal.notFound }
    return account
  }

  /// - Throws: `notFound`; `gone` for an account of which only the label is kept.
  func undeleted(_ label: AccountLabel) throws -> AccountRecord {
    let account = try known(label)
    guard account.disabled?.isDeleted != true else { throw CollaborationRefusal.gone }
    return account
  }
}
