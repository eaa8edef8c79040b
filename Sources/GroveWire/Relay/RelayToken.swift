/// A short-lived bearer token for one device.
public struct RelayToken: Hashable, Sendable, Codable {
  /// Secret: never logged.
  public var token: String
  /// Seconds.
  public var expiresIn: Int

  public init(token: String, expiresIn: Int) {
    self.token = token
    self.expiresIn = expiresIn
  }
}
