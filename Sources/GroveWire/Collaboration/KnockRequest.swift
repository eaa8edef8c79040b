public import GroveIdentity

/// Somebody without access asks for it.
public struct KnockRequest: Hashable, Sendable, Codable {
  /// Base64url of 16 random bytes; names the request in `CollaborationRoutes.answerKnock`.
  public var knockID: String
  /// Who asks, as the server has authenticated them.
  public var account: AccountLabel
  /// How that account is shown; its label where no name is known.
  public var displayName: String
  /// What they wrote to the owner; nil where they wrote nothing.
  public var note: String?
  /// Milliseconds since 1970, when they knocked.
  public var at: DecimalUInt64

  /// A knock as its collaboration's owner sees it.
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
