public import GroveIdentity

/// One identity of a collaboration. The owner sees all; participants see those that are bound.
public struct Participant: Hashable, Sendable, Codable {
  /// The identity. It says nothing about which person or devices are behind it.
  public var root: RootHash
  /// The app account bound to it, once it proved.
  public var account: AccountLabel?
  /// How the bound account is shown; nil while nobody is bound.
  public var displayName: String?
  /// Milliseconds since 1970.
  public var addedAt: DecimalUInt64
  /// Milliseconds since 1970: since when that account is bound; nil while nobody is.
  public var boundAt: DecimalUInt64?
  /// The account whose request added it.
  public var addedBy: AccountLabel
  /// To the owner alone: the identity by which it was said whose this one is (`UpdateIdentities.Added.person`), active or
  /// not. Those that name the same root, and that root itself, are one person's.
  public var person: RootHash?

  /// A row of `ParticipantList`.
  public init(
    root: RootHash, account: AccountLabel? = nil, displayName: String? = nil,
    addedAt: DecimalUInt64, boundAt: DecimalUInt64? = nil, addedBy: AccountLabel,
    person: RootHash? = nil
  ) {
    self.root = root
    self.account = account
    self.displayName = displayName
    self.addedAt = addedAt
    self.boundAt = boundAt
    self.addedBy = addedBy
    self.person = person
  }
}
