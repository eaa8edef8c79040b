/// What has been left, oldest first, from the index asked for.
public struct RendezvousMessages: Hashable, Sendable, Codable {
  public var messages: [RendezvousMessage]
  /// The index to ask from next time.
  public var next: Int

  public init(messages: [RendezvousMessage], next: Int) {
    self.messages = messages
    self.next = next
  }
}
