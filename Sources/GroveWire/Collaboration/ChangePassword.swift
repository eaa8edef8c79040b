/// Puts another password in the place of the calling account's.
public struct ChangePassword: Hashable, Sendable, Codable {
  /// Secret.
  public var oldPassword: String
  /// 8..1024 bytes. Secret.
  public var newPassword: String

  public init(oldPassword: String, newPassword: String) {
    self.oldPassword = oldPassword
    self.newPassword = newPassword
  }
}

/// What followed from it.
public struct PasswordChanged: Hashable, Sendable, Codable {
  /// How many other sessions ended.
  public var endedSessions: Int
  /// `AppSession.device` anew: those from before are worth nothing any more.
  public var device: String

  public init(endedSessions: Int, device: String) {
    self.endedSessions = endedSessions
    self.device = device
  }
}
