public import GroveIdentity

/// Somebody without access asks for it.
public struct KnockRequest: Hashable, Sendable, Codable {
  public var knockID: String
  public var account: AccountLabel
  public var displayName: String
  public var note: String?
  public var at: DecimalUInt64

  public init(
    knockID: String, account: AccountLabel, displayName: String, note: String? = nil,
    at:
      DecimalUInt64
  ) {
    self.knockID = knockID
    self.account = account
    self.displayName = displayName
    self.note = note
    self.at = at
  }
}
