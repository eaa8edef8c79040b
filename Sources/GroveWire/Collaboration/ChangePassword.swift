/// Puts another password in the place of the calling account's.
public struct ChangePassword: Hashable, Sendable, Codable {
  /// Secret.
  public var oldPassword: String
  /// 8..1024 bytes. Secret.
  public var newPassword: String

  /// Made by a person who is signed in and knows the old password.
  public init(oldPassword: String, newPassword: String) {
    self.oldPassword = oldPassword
    self.newPassword = newPassword
  }
}

/// What a changed password has led to.
public struct PasswordChanged: Hashable, Sendable, Codable {
  /// How many other sessions ended.
  public var endedSessions: Int
  /// A new `AppSession.device`; those from before no longer count.
  public var device: String

  /// What a server answers to a password that was changed.
  public init(endedSessions: Int, device: String) {
    self.endedSessions = endedSessions
    self.device = device
  }
}
