/// The request was noted, if there was anybody to note it for.
public struct KnockReceived: Hashable, Sendable, Codable {
  /// Always true.
  public var received: Bool

  /// What a server answers to every knock.
  public init(received: Bool) {
    self.received = received
  }
}
