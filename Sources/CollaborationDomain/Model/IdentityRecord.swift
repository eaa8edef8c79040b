public import GroveIdentity

/// An active identity of a collaboration (protocol 9.1). Removing it deletes the row.
public struct IdentityRecord: Hashable, Sendable {
  /// How it came to be.
  public enum Origin: String, Hashable, Sendable {
    /// The initiator's messenger made it from the person's devices.
    case invitation
    /// The owner accepted a knock: a random root that no device holds, bound at once.
    case knock
    /// Somebody came in by the link alone: like a knock's.
    case link

    /// It goes with its binding: nobody could prove it.
    var isHeldByNoDevice: Bool { self != .invitation }
  }

  /// With `root`, the row's key.
  public var collaborationID: CollaborationID
  /// The identity; an active one is one that has a row.
  public var root: RootHash
  /// The epoch that activated it: challenges from before are stale (protocol 8.5 row 9).
  public var activationEpoch: UInt64
  /// The account whose request added it.
  public var addedBy: AccountLabel
  /// Milliseconds since 1970.
  public var addedAt: UInt64
  /// Those of invitations stay when their binding goes.
  public var origin: Origin
  /// In whose place it came last (protocol 9.3). So the repetition of a replacement is told from the
  /// taking back of one that has not come yet.
  public var replaced: RootHash?
  /// Another identity that the owner has given the same person, active or not (protocol 9.3); nil: it stands for its
  /// person alone, or later ones name it.
  public var person: RootHash?

  /// Made by an identities request or an accepted knock, under the epoch it begins.
  public init(
    collaborationID: CollaborationID, root: RootHash, activationEpoch: UInt64,
    addedBy: AccountLabel, addedAt: UInt64, origin: Origin = .invitation,
    replaced: RootHash? = nil, person: RootHash? = nil
  ) {
    self.collaborationID = collaborationID
    self.root = root
    self.activationEpoch = activationEpoch
    self.addedBy = addedBy
    self.addedAt = addedAt
    self.origin = origin
    self.replaced = replaced
    self.person = person
  }
}
