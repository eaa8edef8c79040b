public import GroveIdentity

/// Uses a link that the server's operator has handed out (`grove account reset-password`).
public struct ResetPassword: Hashable, Sendable, Codable {
  /// What stands behind `#reset=` in the link. Secret; it is good once.
  public var token: String
  /// 8..1024 bytes. Secret.
  public var newPassword: String

  /// Made where a person opens the link.
  public init(token: String, newPassword: String) {
    self.token = token
    self.newPassword = newPassword
  }
}

/// What a used link has led to. Nobody is signed in by it.
public struct PasswordReset: Hashable, Sendable, Codable {
  /// Whose password it is: what to sign in with.
  public var account: AccountLabel
  /// How many sessions ended, which are all there were.
  public var endedSessions: Int

  /// What a server answers to the one request that uses the link.
  public init(account: AccountLabel, endedSessions: Int) {
    self.account = account
    self.endedSessions = endedSessions
  }
}
