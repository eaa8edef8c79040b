public import GroveIdentity

/// Getting in by a proof alone, without signing in (protocol 8.9): the account that an identity makes, and finds again.
///
/// Which account that is follows from the identity itself (`AccountLabel.entered`). So two people never land in one
/// account, an identity that somebody else put in another's place opens nothing, and no proof opens an account that was
/// made in any other way. Where the identity is in use with an account that was born of another, that other one is shown
/// too, by the same device: its collaboration may have ended meanwhile (protocol 8.9.4).
public enum EntryRules {
  /// An identity that was shown beside the one that is proved, and the account it would have made.
  public struct Birth: Hashable, Sendable {
    public var account: AccountLabel
    public var root: RootHash

    /// From a proof that the verifier has accepted, for its root.
    public init(account: AccountLabel, root: RootHash) {
      self.account = account
      self.root = root
    }
  }

  /// Identities that one entry may show.
  public static let mostShown = 4

  /// What an entry has led to.
  public struct Entered: Hashable, Sendable {
    /// As it is stored, with the name to show.
    public var account: AccountRecord
    /// The sessions that were ended to make room (`AccountRules.maximumSessions`).
    public var ended: [SessionHash]
    /// The access that the same proof gave.
    public var grant: GrantRules.Grant
    /// Whether this entry made the account.
    public var isNew: Bool
  }

  /// The epoch a challenge carries, for somebody who is not signed in; 0 for a collaboration that does not exist. The
  /// same look-ups as for a caller (protocol 7.1).
  public static func challengeEpoch(
    of id: CollaborationID, reading reader: any CollaborationReader
  ) throws -> UInt64 {
    try reader.liveCollaboration(id)?.epoch ?? 0
  }

  /// Which account an entry leads to: the one that the identity is in use with, where it was born of one that was shown.
  /// Looked at before, because a session says whose it is; `enter` decides.
  ///
  /// - Returns: nil: the identity's own.
  public static func birth(
    for claim: GrantRules.Claim, among shown: [Birth], reading reader: any CollaborationReader
  ) throws -> Birth? {
    let bound = try reader.binding(of: claim.root, in: claim.collaborationID)?.account
    guard let bound, let birth = shown.first(where: { $0.account == bound }),
      try reader.account(bound)?.bornOf == birth.root
    else { return nil }
    return birth
  }

  /// Grants access, makes the account where there is none, and begins a session in it: one transaction, so that of two
  /// devices that come at once one makes it and the other finds it.
  ///
  /// - Parameters:
  ///   - newcomer: the account of the claim's identity as it would be made now, or of `birth`. One that is there keeps its
  ///     name; one that was born of another identity than the claim's must be there, and have the claim's in use.
  ///   - session: of that account.
  ///   - takesNew: whether the server takes new accounts at all.
  ///   - anew: the person knows that the identity is in use with an account they cannot reach, and wants a new one: it
  ///     takes over what was only inherited by a replacement.
  /// - Returns: the answer; a refusal of protocol 8.5; `alreadyBound`, where the identity is in use with an account that
  ///   was not made by it, or where it would make one and another identity of its person is in use (decision 0036);
  ///   `boundByReplacement` in its place where `anew` would help; `challengeUsed` also for a repetition, because an answer has a new session in it;
  ///   `forbidden` where no new account is taken; `accountDisabled`.
  public static func enter(
    _ claim: GrantRules.Claim, as newcomer: AccountRecord, in session: SessionRecord,
    takesNew: Bool, anew: Bool = false, reading reader: any CollaborationReader
  ) throws -> Decision<Outcome<Entered>> {
    try outcome {
      let known = try reader.account(newcomer.account)
      let isBirth = known == nil && newcomer.bornOf == claim.root
      let granted = try GrantRules.bind(
        claim, to: newcomer.account, at: session.createdAt,
        wish: GrantRules.Wish(isBirth: isBirth, takesOver: anew), reading: reader)
      // Told to nobody before, who has not shown that they are invited.
      guard !granted.changes.isEmpty else { throw CollaborationRefusal.challengeUsed }
      if newcomer.bornOf != claim.root {
        // It was in use a moment ago; asked again, the entry leads to the identity's own account.
        guard known != nil, !granted.answer.isNew else { throw CollaborationRefusal.challengeStale }
      }
      if let known {
        guard known.bornOf == newcomer.bornOf else { throw CollaborationRefusal.alreadyBound }
        guard known.disabled == nil else { throw CollaborationRefusal.accountDisabled }
      } else if !takesNew {
        throw CollaborationRefusal.forbidden
      }
      let ended =
        known == nil ? [] : try AccountRules.madeRoom(for: session, reading: reader)
      let made: [CollaborationChange] = known == nil ? [.putAccount(newcomer)] : []
      return Decision(
        Entered(
          account: known ?? newcomer, ended: ended, grant: granted.answer, isNew: known == nil),
        changes: made + granted.changes + ended.map(CollaborationChange.removeSession)
          + [.putSession(session)])
    }
  }

  /// Whether the calling account may have a password added, and the name that goes with it. Asked before a password is
  /// hashed; `addPassword` decides.
  ///
  /// - Returns: nothing, or what `addPassword` would refuse it with.
  public static func mayAddPassword(
    named name: AccountLabel?, _ call: Call, reading reader: any CollaborationReader
  ) throws -> Outcome<Void> {
    try outcome(looking: {
      _ = try reader.ownSession(of: call)
      _ = try withoutPassword(call, wanting: name, reader)
    })
  }

  /// Lets an account that a proof has made be signed in to with a password too, and ends every other session: whoever
  /// was in it may no longer be meant.
  ///
  /// - Parameter name: what the person signs in with besides the label, which nobody keeps in mind; nil: with that alone.
  /// - Returns: the sessions that have ended; or `forbidden` to a backend, to an account with a password, which has to
  ///   show it to choose another, and to one that no proof has made; or `accountTaken`, where the name is an account's
  ///   label, somebody's sign-in name, or kept for entries.
  public static func addPassword(
    _ password: PasswordRecord, named name: AccountLabel? = nil, _ call: Call,
    reading reader: any CollaborationReader
  ) throws -> Decision<Outcome<[SessionHash]>> {
    try outcome {
      let own = try reader.ownSession(of: call)
      var account = try withoutPassword(call, wanting: name, reader)
      account.password = password
      let named = name.map { SignInName(name: $0, account: call.account) }
      let ended = try reader.sessions(of: call.account).map(\.hash).filter { $0 != own }
      return Decision(
        ended,
        changes: ended.map(CollaborationChange.removeSession)
          + [.removeSignInCode(call.account), .putAccount(account)]
          + (named.map { [.putSignInName($0)] } ?? []))
    }
  }

  private static func withoutPassword(
    _ call: Call, wanting name: AccountLabel?, _ reader: any CollaborationReader
  ) throws -> AccountRecord {
    guard let account = try reader.account(call.account), account.bornOf != nil,
      account.password == nil
    else { throw CollaborationRefusal.forbidden }
    if let name { try reader.checkFree(name) }
    return account
  }
}
