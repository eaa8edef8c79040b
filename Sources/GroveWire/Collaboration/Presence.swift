public import GroveIdentity

/// Who is here now.
public struct Presence: Hashable, Sendable, Codable {
  /// One window or program of one account.
  public struct Present: Hashable, Sendable, Codable {
    /// Whose window it is.
    public var account: AccountLabel
    /// How the account is shown; its label where no name is known.
    public var displayName: String
    /// Tells the windows of one account apart.
    public var clientID: RequestID
    /// What the app has put there: cursor, selection and the like, at most 4 KiB.
    public var state: Base64URLBytes
    /// Milliseconds since 1970: the end of the lease, unless it is renewed.
    public var expiresAt: DecimalUInt64

    /// One entry of the list.
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

  /// By account, then by client; who has gone is left out of the next list.
  public var present: [Present]

  /// The whole list, in an answer or a stream's event. It is never sent as a difference.
  public init(present: [Present]) {
    self.present = present
  }
}
