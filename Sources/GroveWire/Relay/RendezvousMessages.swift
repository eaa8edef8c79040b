/// What has been left, oldest first, from the index asked for.
public struct RendezvousMessages: Hashable, Sendable, Codable {
  /// Empty where nothing came within the time to wait.
  public var messages: [RendezvousMessage]
  /// The index to ask from next time.
  public var next: Int

  /// What a relay answers to `RelayRoutes.rendezvousMessages`.
  public init(messages: [RendezvousMessage], next: Int) {
    self.messages = messages
    self.next = next
  }
}
