public import GroveIdentity

/// Who is in a collaboration as far as this device has been told: the identity map of the
/// invitation and the membership updates since (protocol 6.2, 12.1, 12.3).
///
/// Messages arrive in any order, so every root remembers the epoch that put it where it is, and
/// the same updates lead to the same members whatever their order.
public struct CollaborationMembership: Hashable, Sendable, Codable {
  /// A participant and the epoch of the change that made them one.
  public struct Member: Hashable, Sendable, Codable {
    /// What stands for the participant at the server.
    public var root: RootHash
    /// Older updates about the same account change nothing.
    public var epoch: DecimalUInt64
  }

  /// Why an update is not believed. The raw values are stable.
  public enum Refusal: String, Error, CaseIterable, Sendable, Codable {
    /// Not from the account that sent the invitation, and not attested (12.3).
    case notFromInviter = "not_from_inviter"
    /// About another collaboration.
    case otherCollaboration = "other_collaboration"
    /// It gives one participant's root to another account.
    case rootTaken = "root_taken"
    /// More than 256 participants.
    case tooMany = "too_many"
  }

  /// The origin of the link.
  public let audience: Origin
  /// Unique at the audience only.
  public let collaborationID: CollaborationID
  /// The account that sent the invitation.
  public let inviter: AccountID
  /// By account; at most 256.
  public private(set) var members: [AccountID: Member]
  private var removed: [RootHash: DecimalUInt64]

  /// A participant's record, begun by its invitation.
  /// - Parameter sender: of the verified message that carried the invitation.
  public init(_ invitation: Invitation, from sender: AccountID) {
    self.init(
      audience: invitation.audience, collaborationID: invitation.collaborationID,
      inviter: sender, identityMap: invitation.identityMap, epoch: invitation.epoch.value)
  }

  /// The inviter's own record, from what its invitations said.
  public init(
    audience: Origin, collaborationID: CollaborationID, inviter: AccountID,
    identityMap: [IdentityMapEntry], epoch: UInt64
  ) {
    self.audience = audience
    self.collaborationID = collaborationID
    self.inviter = inviter
    removed = [:]
    members = [:]
    for entry in identityMap {
      members[entry.account] = Member(root: entry.root, epoch: DecimalUInt64(epoch))
    }
  }

  /// Nil for an account that does not take part.
  public func root(of account: AccountID) -> RootHash? { members[account]?.root }

  /// The one account a root stands for: whom a mention goes to (protocol 12.5). Nil for a root
  /// nobody has, where the app gets an error and nothing is sent.
  public func account(of root: RootHash) -> AccountID? {
    let accounts = members.filter { $0.value.root == root }.map(\.key)
    return accounts.count == 1 ? accounts[0] : nil
  }

  /// Takes over an update.
  ///
  /// - Parameters:
  ///   - sender: of the verified message.
  ///   - isAttested: the collaboration's server vouches for the change (12.3).
  /// - Returns: why nothing changed, or nil.
  public mutating func apply(
    _ update: MembershipUpdate, from sender: AccountID, isAttested: Bool = false
  ) -> Refusal? {
    guard update.audience == audience, update.collaborationID == collaborationID else {
      return .otherCollaboration
    }
    guard sender == inviter || isAttested else { return .notFromInviter }
    var changed = self
    for root in update.removed { changed.remove(root, at: update.epoch) }
    for entry in update.added { changed.add(entry, at: update.epoch) }
    guard changed.members.count <= 256 else { return .tooMany }
    guard Set(changed.members.values.map(\.root)).count == changed.members.count else {
      return .rootTaken
    }
    self = changed
    return nil
  }

  private mutating func remove(_ root: RootHash, at epoch: DecimalUInt64) {
    removed[root] = DecimalUInt64(max(epoch.value, removed[root]?.value ?? 0))
    for (account, member) in members
    where member.root == root && member.epoch.value <= epoch.value {
      members[account] = nil
    }
  }

  private mutating func add(_ entry: IdentityMapEntry, at epoch: DecimalUInt64) {
    if let removedAt = removed[entry.root], removedAt.value >= epoch.value { return }
    if let member = members[entry.account], member.epoch.value > epoch.value { return }
    members[entry.account] = Member(root: entry.root, epoch: epoch)
  }
}
