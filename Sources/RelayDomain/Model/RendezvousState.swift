/// An open rendezvous without its messages.
public struct RendezvousState: Hashable, Sendable {
  /// Milliseconds; from then on it does not exist.
  public var expiresAt: UInt64
  public var messages: Int

  public init(expiresAt: UInt64, messages: Int) {
    self.expiresAt = expiresAt
    self.messages = messages
  }
}
