/// A short-lived bearer token for one device.
public struct RelayToken: Hashable, Sendable, Codable {
  /// Secret: never logged.
  public var token: String
  /// Seconds.
  public var expiresIn: Int

  /// What a relay answers to a device that has signed in.
  public init(token: String, expiresIn: Int) {
    self.token = token
    self.expiresIn = expiresIn
  }
}
