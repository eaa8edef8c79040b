public import GroveIdentity

/// Who asks, as the shell has authenticated it without looking anything up. Whether the session
/// still stands is decided inside the transaction that answers.
public struct Caller: Hashable, Sendable {
  /// By what right the caller speaks for the account.
  public enum Authority: Hashable, Sendable {
    /// A signed-in local account.
    case session(SessionHash)
    /// The app's own backend, which holds a service key; `session` is its own session, hashed.
    case backend(session: SessionHash, displayName: String?)
  }

  /// The account that is spoken for.
  public let account: AccountLabel
  /// A session, or the app's backend.
  public let authority: Authority

  /// Made by the shell once a token or a service key was found genuine.
  public init(account: AccountLabel, authority: Authority) {
    self.account = account
    self.authority = authority
  }

  /// Whether the app's backend acts for the account.
  public var isBackend: Bool { if case .backend = authority { true } else { false } }

  /// What challenges are bound to (protocol 7.2).
  public var session: SessionHash {
    switch authority {
    case .session(let hash), .backend(let hash, _): hash
    }
  }
}

/// A caller at a time: what every rule is given.
public struct Call: Hashable, Sendable {
  /// Who asks.
  public let caller: Caller
  /// Milliseconds since 1970.
  public let now: UInt64

  /// - Parameter now: milliseconds since 1970; the same for all that one request does.
  public init(_ caller: Caller, at now: UInt64) {
    self.caller = caller
    self.now = now
  }

  package var account: AccountLabel { caller.account }
}

extension CollaborationReader {
  /// A session is not asked whether its account is disabled: disabling ends every session in the same
  /// transaction, and none begins afterwards (`AccountRules.signIn`).
  /// - Throws: `unauthenticated` where the session has ended, expired or belongs to another;
  ///   `accountDisabled` to a backend that acts for an account which the operator has disabled;
  ///   `accountTaken` to one whose label for somebody is what somebody else signs in with (protocol 8.9.6).
  package func admit(_ call: Call) throws { _ = try backendAccount(admitting: call) }

  /// `admit`. Accounts that are there cost no look at the sign-in names: none of them has one as its label.
  /// - Returns: for a backend, its account where there is one.
  private func backendAccount(admitting call: Call) throws -> AccountRecord? {
    guard case .session(let hash) = call.caller.authority else {
      let known = try account(call.account)
      guard known?.disabled == nil else { throw CollaborationRefusal.accountDisabled }
      if known == nil, try signInName(call.account) != nil {
        throw CollaborationRefusal.accountTaken
      }
      return known
    }
    guard let session = try session(hash), session.account == call.account,
      call.now < session.expiresAt
    else { throw CollaborationRefusal.unauthenticated }
    return nil
  }

  /// `admit`, and for a backend the writes that make its account known under its present name.
  package func admitting(_ call: Call) throws -> [CollaborationChange] {
    let known = try backendAccount(admitting: call)
    guard case .backend(_, let displayName) = call.caller.authority else { return [] }
    guard var known else {
      let name = displayName ?? call.account.text
      return [
        .putAccount(
          AccountRecord(
            account: call.account, displayName: name, password: nil, createdAt: call.now))
      ]
    }
    guard let displayName, displayName != known.displayName else { return [] }
    known.displayName = displayName
    return [.putAccount(known)]
  }

  /// How accounts are shown, each looked up once; the label where a name is not known.
  package func displayNames(of accounts: some Sequence<AccountLabel>) throws -> [AccountLabel:
    String]
  {
    var names: [AccountLabel: String] = [:]
    for label in accounts where names[label] == nil {
      names[label] = try account(label)?.displayName ?? label.text
    }
    return names
  }
}
