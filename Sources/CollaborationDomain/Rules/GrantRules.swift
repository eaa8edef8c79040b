public import GroveIdentity

/// From a verified proof to access: the grant transaction (protocol 9.4).
public enum GrantRules {
  /// What a proof led to.
  public struct Grant: Hashable, Sendable {
    /// The document that access was granted to.
    public var documentID: DocumentID
    /// Its title now.
    public var title: String
    /// The identity that was proved.
    public var root: RootHash
    /// The collaboration's membership counter at the grant.
    public var epoch: UInt64
    /// False where the account was bound to this root already.
    public var isNew: Bool
    /// The accounts that had access by an identity of this person until now and have none any more.
    var lost: [AccountLabel] = []

    /// Whose streams are to be cut, if anybody's.
    public var revocation: Revocation? {
      lost.isEmpty
        ? nil : Revocation(documentID: documentID, epoch: epoch, lost: .accounts(lost))
    }
  }

  /// What a grant does with bindings that stand in its way.
  struct Wish {
    /// Whether the account is made by it (protocol 8.9): then what the person's other identities are in use with stands in
    /// its way, too.
    var isBirth = false
    /// Whether bindings that were only inherited by a replacement give way (protocol 8.9.5); others never do.
    var takesOver = false
  }

  /// What a proof says once it has been verified (protocol 8.5 rows 1 to 7).
  public struct Claim: Hashable, Sendable {
    /// The collaboration the challenge was issued for.
    public var collaborationID: CollaborationID
    /// The identity that was proved.
    public var root: RootHash
    /// Consumed by the grant.
    public var nonce: ChallengeNonce
    /// Must not be below the identity's activation epoch (protocol 8.5 row 9).
    public var challengeEpoch: UInt64
    /// Milliseconds since 1970; from then on the challenge has expired.
    public var challengeExpiresAt: UInt64
    /// From when on the nonce may be forgotten (protocol 9.8).
    public var nonceExpiresAt: UInt64

    /// The only way from outside: a proof that the verifier has accepted.
    public init(_ proof: VerifiedProof) {
      collaborationID = proof.collaborationID
      root = proof.root
      nonce = proof.nonce
      challengeEpoch = proof.challengeEpoch
      let lifetime = UInt64(proof.ttlSeconds) * 1000
      let (end, overflow) = proof.issuedAt.addingReportingOverflow(lifetime)
      challengeExpiresAt = overflow ? .max : end
      nonceExpiresAt = proof.challenge.nonceExpiresAt
    }

    /// For tests and models of the rules, where nothing is signed.
    package init(
      uncheckedCollaboration collaborationID: CollaborationID, root: RootHash,
      nonce: ChallengeNonce, challengeEpoch: UInt64, challengeExpiresAt: UInt64,
      nonceExpiresAt: UInt64
    ) {
      self.collaborationID = collaborationID
      self.root = root
      self.nonce = nonce
      self.challengeEpoch = challengeEpoch
      self.challengeExpiresAt = challengeExpiresAt
      self.nonceExpiresAt = nonceExpiresAt
    }
  }

  /// The epoch a challenge carries; 0 for a collaboration that does not exist. It travels masked, so
  /// asking tells nothing (protocol 7.1).
  public static func challengeEpoch(
    of id: CollaborationID, for call: Call, reading reader: any CollaborationReader
  ) throws -> Outcome<UInt64> {
    try outcome(looking: {
      try reader.admit(call)
      return try reader.liveCollaboration(id)?.epoch ?? 0
    })
  }

  /// Rows 8 to 10 of protocol 8.5, and row 3 again because time has passed since.
  ///
  /// Point look-ups only: the cost does not depend on how many identities there are.
  ///
  /// - Parameter takingOver: the person knows that the identity is in use with another account, which they cannot reach, and
  ///   wants what it has only inherited by a replacement for the one they are in (protocol 8.9.5.1).
  public static func grant(
    _ claim: Claim, takingOver: Bool = false, for call: Call,
    reading reader: any CollaborationReader
  ) throws -> Decision<Outcome<Grant>> {
    try outcome {
      let known = try reader.admitting(call)
      // What was signed for an entry is nobody's.
      guard !call.account.isEntryCandidate else { throw CollaborationRefusal.notVerified }
      let granted = try bind(
        claim, to: call.account, at: call.now, wish: Wish(takesOver: takingOver), reading: reader)
      let changes = granted.changes.isEmpty ? [] : known + granted.changes
      return Decision(granted.answer, changes: changes)
    }
  }

  /// The grant to an account whose caller was let in.
  /// - Throws: the refusals of rows 8 to 10; `boundByReplacement` in place of `alreadyBound` where taking over would help.
  static func bind(
    _ claim: Claim, to account: AccountLabel, at now: UInt64, wish: Wish,
    reading reader: any CollaborationReader
  ) throws -> Decision<Grant> {
    // Looked up also where there is no collaboration: the time it takes must not say so.
    let found = try reader.liveCollaboration(claim.collaborationID)
    let member = try reader.identity(claim.root, in: claim.collaborationID)
    guard let collaboration = found, let identity = member,
      let document = try reader.document(collaboration.documentID), document.deletedAt == nil
    else { throw CollaborationRefusal.notVerified }
    guard claim.challengeEpoch >= identity.activationEpoch else {
      throw CollaborationRefusal.challengeStale
    }
    guard now < claim.challengeExpiresAt else { throw CollaborationRefusal.challengeExpired }
    let binding = try reader.binding(of: claim.root, in: collaboration.id)
      .flatMap { $0.epoch >= identity.activationEpoch ? $0 : nil }
    var grant = Grant(
      documentID: document.id, title: document.title, root: claim.root,
      epoch: collaboration.epoch, isNew: binding?.account != account)
    if let used = try reader.usedNonce(claim.nonce) {
      guard used.root == claim.root, used.account == account, binding?.account == account else {
        throw CollaborationRefusal.challengeUsed
      }
      return Decision(grant)
    }
    let held = try held(
      by: identity, binding, besides: account, isBirth: wish.isBirth, reading: reader)
    if !held.isEmpty {
      guard try held.allSatisfy({ try $0.givesWay(in: document, reading: reader) })
      else { throw CollaborationRefusal.alreadyBound }
      guard wish.takesOver else { throw CollaborationRefusal.boundByReplacement }
      grant.lost = try losing(held.map(\.binding), reading: reader)
    }
    let changes = try granting(
      Granting(
        claim: claim, account: account, now: now, collaboration: collaboration,
        identity: identity, document: document, renewing: held.isEmpty ? binding : nil,
        lost: grant.lost), reading: reader)
    return Decision(
      grant,
      changes: held.map { .removeBinding(collaboration.id, $0.binding.root) } + changes)
  }

  private struct Granting {
    var claim: Claim
    var account: AccountLabel
    var now: UInt64
    var collaboration: CollaborationRecord
    var identity: IdentityRecord
    var document: DocumentRecord
    /// The account's own, which stands again.
    var renewing: BindingRecord?
    /// Whose access ends by it.
    var lost: [AccountLabel]
  }

  /// The nonce is consumed in the very transaction that binds.
  private static func granting(_ given: Granting, reading reader: any CollaborationReader) throws
    -> [CollaborationChange]
  {
    let (claim, account, now) = (given.claim, given.account, given.now)
    var collaboration = given.collaboration
    var changes: [CollaborationChange] = [
      .useNonce(
        NonceRecord(
          nonce: claim.nonce, root: claim.root, account: account,
          expiresAt: claim.nonceExpiresAt))
    ]
    // A binding that was proved, the first one too, is told from one that was only inherited by its epoch.
    if given.identity.replaced != nil, collaboration.epoch == given.identity.activationEpoch {
      collaboration.epoch += 1
      changes.append(.putCollaboration(collaboration))
    }
    changes.append(
      .putBinding(
        BindingRecord(
          collaborationID: collaboration.id, root: claim.root, account: account,
          epoch: collaboration.epoch, boundAt: given.renewing?.boundAt ?? now)))
    guard given.renewing == nil else { return changes }
    if try reader.knock(by: account, in: collaboration.id) != nil {
      changes.append(.removeKnock(collaboration.id, account))
    }
    var log = LogWriter(given.document, by: account, at: now)
    for lost in given.lost { log.append(.removed(lost)) }
    log.append(.granted(account))
    return try changes + log.changes
      + tellingThat(account, comesBy: claim, to: given.document, at: now, reading: reader)
  }

  /// The owner has it already, whenever they say who they are. Who is in it by another identity of the same person has
  /// been told of under this one, too.
  private static func tellingThat(
    _ account: AccountLabel, comesBy claim: Claim, to document: DocumentRecord, at now: UInt64,
    reading reader: any CollaborationReader
  ) throws -> [CollaborationChange] {
    guard document.owner != account else { return [] }
    let id = claim.collaborationID
    let told = try reader.telling(
      .addedCollaborator, about: claim.root, in: id, by: account, as: claim.root, at: now)
    guard !told.isEmpty else { return [] }
    let others = try reader.activeBindings(of: account, in: id).filter { $0.root != claim.root }
    guard !others.isEmpty else { return told }
    let theirs = Set(try reader.person(of: claim.root, in: id).map(\.root))
    return others.contains { theirs.contains($0.root) } ? [] : told
  }
}
