/// An open rendezvous without its messages.
public struct RendezvousState: Hashable, Sendable {
  /// Milliseconds; from then on it does not exist.
  public var expiresAt: UInt64
  /// How many have been left; the next one has this index.
  public var messages: Int

  /// Made by a store from its row.
  public init(expiresAt: UInt64, messages: Int) {
    self.expiresAt = expiresAt
    self.messages = messages
  }
}
