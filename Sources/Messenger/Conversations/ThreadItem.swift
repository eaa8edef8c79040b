public import GroveIdentity

/// One line of a conversation as its person sees it. It holds what people wrote, so it prints as
/// nothing.
public struct ThreadItem: Hashable, Sendable, Redacted {
  /// The order of this device; grows.
  public let position: Int64
  public let conversationID: ConversationID
  /// nil for lines that are no messages: changes of the roster, warnings.
  public let messageID: MessageID?
  /// Who wrote it or caused it.
  public let sender: AccountID
  public let senderDevice: DeviceID?
  /// The sender's clock, milliseconds since 1970. Never an order.
  public let sentAt: UInt64
  /// This device's clock.
  public let receivedAt: UInt64
  public let content: ThreadContent
  /// Show `VerifiedMessage.removedDeviceMark` with it; nothing follows from it (protocol 10.6).
  public let isFromRemovedDevice: Bool
  /// For messages of this account.
  public let delivery: Delivery?
  /// Those among the people it is for whom it has not reached.
  public internal(set) var undelivered: [Undelivery] = []
}

/// A line that is about to be stored; the store gives it its position.
struct NewThreadItem: Hashable, Sendable, Redacted {
  var conversationID: ConversationID
  var messageID: MessageID?
  var sender: AccountID
  var senderDevice: DeviceID?
  var sentAt: UInt64
  var receivedAt: UInt64
  var content: ThreadContent
  var isFromRemovedDevice = false
  var delivery: Delivery?
}
