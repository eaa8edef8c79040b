public import GroveIdentity

/// One identity of a collaboration. The owner sees all; participants see those that are bound.
public struct Participant: Hashable, Sendable, Codable {
  public var root: RootHash
  /// The app account bound to it, once it proved.
  public var account: AccountLabel?
  public var displayName: String?
  public var addedAt: DecimalUInt64
  public var boundAt: DecimalUInt64?
  public var addedBy: AccountLabel

  public init(
    root: RootHash, account: AccountLabel? = nil, displayName: String? = nil,
    addedAt:
      DecimalUInt64, boundAt: DecimalUInt64? = nil, addedBy: AccountLabel
  ) {
    self.root = root
    self.account = account
    self.displayName = displayName
    self.addedAt = addedAt
    self.boundAt = boundAt
    self.addedBy = addedBy
  }
}
