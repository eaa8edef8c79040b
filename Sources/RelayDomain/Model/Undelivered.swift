/// An envelope the relay did not take, while it took the others of its message.
public struct Undelivered: Hashable, Sendable {
  /// The raw values are those of the answer.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// What waits there, of this sender or in all, is as much as may wait: later there is room.
    case mailboxFull = "mailbox_full"
    /// The recipient does not take it. Blocked, a request that has not been accepted, a member who
    /// has left: the sender is not told which.
    case notDelivered = "not_delivered"
  }

  /// The device that has not got it.
  public var recipient: DeviceAddress
  /// What the sender is told.
  public var reason: Reason

  /// Made by an upload; the sender may repeat the message for these alone.
  public init(recipient: DeviceAddress, reason: Reason) {
    self.recipient = recipient
    self.reason = reason
  }
}
