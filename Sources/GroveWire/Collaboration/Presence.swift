public import GroveIdentity

/// Who is here now.
public struct Presence: Hashable, Sendable, Codable {
  /// One window or program of one account.
  public struct Present: Hashable, Sendable, Codable {
    public var account: AccountLabel
    public var displayName: String
    public var clientID: RequestID
    public var state: Base64URLBytes
    public var expiresAt: DecimalUInt64

    public init(
      account: AccountLabel, displayName: String, clientID: RequestID, state: Base64URLBytes,
      expiresAt: DecimalUInt64
    ) {
      self.account = account
      self.displayName = displayName
      self.clientID = clientID
      self.state = state
      self.expiresAt = expiresAt
    }
  }

  public var present: [Present]

  public init(present: [Present]) {
    self.present = present
  }
}
