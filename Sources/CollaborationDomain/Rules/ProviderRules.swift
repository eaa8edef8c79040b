public import GroveIdentity

/// What the provider's answer says, as it came in the address (RFC 6749, section 4.1.2; RFC 9207).
public struct ProviderCallback: Hashable, Sendable, Redacted {
  /// `code`: to be exchanged for the ID token.
  public var code: String?
  /// `error`: why there is none.
  public var error: String?
  /// `iss`: whose answer it is.
  public var issuer: String?

  /// Made from the query.
  public init(code: String?, error: String?, issuer: String?) {
    self.code = code
    self.error = error
    self.issuer = issuer
  }
}

/// Sign-in through an OpenID Provider. The provider's identity is the only key: nobody gets into an account because a
/// name or an address is the same.
public enum ProviderRules {
  /// Takes an attempt that is answered. Of two answers to one attempt the second is refused.
  ///
  /// - Parameters:
  ///   - attempt: what the browser keeps; nil: nothing of ours.
  ///   - state: what the provider sent back.
  /// - Returns: the attempt, or `signInUnknown`, `signInExpired`, `signInUsed`.
  public static func take(
    _ attempt: ProviderAttempt?, answering state: String?, at now: UInt64,
    reading reader: any CollaborationReader
  ) throws -> Decision<Outcome<ProviderAttempt>> {
    try outcome {
      guard let attempt, attempt.state.base64url == state else {
        throw CollaborationRefusal.signInUnknown
      }
      guard now < attempt.expiresAt else { throw CollaborationRefusal.signInExpired }
      guard try !reader.isUsed(attempt.state) else { throw CollaborationRefusal.signInUsed }
      let used = UsedAttempt(state: attempt.state, expiresAt: attempt.expiresAt)
      return Decision(attempt, changes: [.useAttempt(used)])
    }
  }

  /// The code of an answer that is this provider's.
  ///
  /// - Parameter announcesIssuer: whether the provider says that it names itself in each answer (RFC 9207): then one that
  ///   does not is another's.
  /// - Throws: `providerDenied` where the person or the provider said no, `providerRefused` for any other error,
  ///   `providerInvalid`.
  public static func code(
    in callback: ProviderCallback, issuer: String, announcesIssuer: Bool
  ) throws(CollaborationRefusal) -> String {
    if let named = callback.issuer {
      guard named == issuer else { throw .providerInvalid }
    } else if announcesIssuer {
      throw .providerInvalid
    }
    if let error = callback.error {
      throw error == "access_denied" ? .providerDenied : .providerRefused
    }
    guard let code = callback.code, (1...4096).contains(code.utf8.count) else {
      throw .providerInvalid
    }
    return code
  }

  /// What signing in has led to.
  public enum Answer: Hashable, Sendable {
    case signedIn(AccountRules.SignedIn)
    /// The identity leads to this account and not to the session's: to be asked again with a session of that account.
    case belongs(to: AccountLabel)
  }

  /// Signs somebody in whom the provider has named, and makes the account at the first time.
  ///
  /// - Parameters:
  ///   - session: of the account that the identity led to when the shell looked, or of one that is not there yet.
  ///   - displayName: how the provider calls them; kept for accounts that the provider made and that have no password here.
  /// - Returns: the answer; or `conflict`, where the label that the shell made up is taken, or somebody signs in with it; or
  ///   `accountDisabled`.
  public static func signIn(
    _ session: SessionRecord, as identity: ProviderIdentity, named displayName: String?,
    reading reader: any CollaborationReader
  ) throws -> Decision<Outcome<Answer>> {
    try outcome {
      guard let link = try reader.providerLink(of: identity) else {
        return try create(session, identity, displayName, reader)
      }
      guard link.account == session.account else { return Decision(.belongs(to: link.account)) }
      guard var account = try reader.account(link.account) else {
        throw CollaborationRefusal.credentialsInvalid
      }
      guard account.disabled == nil else { throw CollaborationRefusal.accountDisabled }
      var changes: [CollaborationChange] = []
      if !account.hasEntryOfItsOwn, let displayName, displayName != account.displayName {
        account.displayName = displayName
        changes.append(.putAccount(account))
      }
      let ended = try AccountRules.madeRoom(for: session, reading: reader)
      changes += ended.map(CollaborationChange.removeSession) + [.putSession(session)]
      return Decision(
        .signedIn(AccountRules.SignedIn(account: account, ended: ended)), changes: changes)
    }
  }

  private static func create(
    _ session: SessionRecord, _ identity: ProviderIdentity, _ displayName: String?,
    _ reader: any CollaborationReader
  ) throws -> Decision<Answer> {
    guard try reader.account(session.account) == nil,
      try reader.signInName(session.account) == nil
    else { throw CollaborationRefusal.conflict }
    let account = AccountRecord(
      account: session.account, displayName: displayName ?? session.account.text, password: nil,
      createdAt: session.createdAt)
    let link = ProviderLink(
      identity: identity, account: session.account, linkedAt: session.createdAt)
    return Decision(
      .signedIn(AccountRules.SignedIn(account: account, ended: [])),
      changes: [.putAccount(account), .putProviderLink(link), .putSession(session)])
  }

  /// Lets the provider's identity sign in to the calling account too. Linking the same again changes nothing.
  ///
  /// - Returns: nothing; or `unauthenticated`, where the session that asked has ended; `forbidden` to an account that
  ///   the provider made, which has an identity of its own; `linkedElsewhere`, where the identity leads to another account;
  ///   `conflict`, where the account has another identity of this provider.
  public static func link(
    _ identity: ProviderIdentity, _ call: Call, reading reader: any CollaborationReader
  ) throws -> Decision<Outcome<Bool>> {
    try outcome {
      _ = try reader.ownSession(of: call)
      guard try reader.account(call.account)?.hasEntryOfItsOwn == true else {
        throw CollaborationRefusal.forbidden
      }
      if let link = try reader.providerLink(of: identity) {
        guard link.account == call.account else { throw CollaborationRefusal.linkedElsewhere }
        return Decision(false)
      }
      guard
        try !reader.providerLinks(of: call.account)
          .contains(where: { $0.identity.issuer == identity.issuer })
      else { throw CollaborationRefusal.conflict }
      let link = ProviderLink(identity: identity, account: call.account, linkedAt: call.now)
      return Decision(true, changes: [.putProviderLink(link)])
    }
  }

  /// Ends every link of the calling account, and every other session: whoever could sign in so may have one.
  ///
  /// - Returns: the sessions that have ended; or `forbidden` to an account that could never be entered again,
  ///   and to a backend; `notFound`, where there is no link.
  public static func unlink(_ call: Call, reading reader: any CollaborationReader) throws
    -> Decision<Outcome<[SessionHash]>>
  {
    try outcome {
      let own = try reader.ownSession(of: call)
      guard try reader.account(call.account)?.hasEntryOfItsOwn == true else {
        throw CollaborationRefusal.forbidden
      }
      let links = try reader.providerLinks(of: call.account)
      guard !links.isEmpty else { throw CollaborationRefusal.notFound }
      let ended = try reader.sessions(of: call.account).map(\.hash).filter { $0 != own }
      return Decision(
        ended,
        changes: links.map { .removeProviderLink($0.identity) }
          + ended.map(CollaborationChange.removeSession))
    }
  }
}
