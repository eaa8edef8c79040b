public import GroveIdentity
package import GroveMessage

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
  public internal(set) var content: ThreadContent
  /// Show `VerifiedMessage.removedDeviceMark` with it; nothing follows from it (protocol 10.6).
  public let isFromRemovedDevice: Bool
  /// For messages of this account.
  public internal(set) var delivery: Delivery?
  /// Those among the people it is for whom it has not reached.
  public package(set) var undelivered: [Undelivery] = []

  package init(
    position: Int64, conversationID: ConversationID, messageID: MessageID?, sender: AccountID,
    senderDevice: DeviceID?, sentAt: UInt64, receivedAt: UInt64, content: ThreadContent,
    isFromRemovedDevice: Bool, delivery: Delivery? = nil, undelivered: [Undelivery] = []
  ) {
    self.position = position
    self.conversationID = conversationID
    self.messageID = messageID
    self.sender = sender
    self.senderDevice = senderDevice
    self.sentAt = sentAt
    self.receivedAt = receivedAt
    self.content = content
    self.isFromRemovedDevice = isFromRemovedDevice
    self.delivery = delivery
    self.undelivered = undelivered
  }
}

/// A line that is about to be stored; the store gives it its position.
package struct NewThreadItem: Hashable, Sendable, Redacted {
  package var conversationID: ConversationID
  package var messageID: MessageID?
  package var sender: AccountID
  package var senderDevice: DeviceID?
  package var sentAt: UInt64
  package var receivedAt: UInt64
  package var content: ThreadContent
  package var isFromRemovedDevice = false
  package var delivery: Delivery?
}

extension ThreadItem {
  package var identity: MessageIdentity? {
    guard let messageID, let senderDevice else { return nil }
    return MessageIdentity(senderDeviceID: senderDevice, messageID: messageID)
  }

  /// A line as the store keeps it.
  package init(_ item: NewThreadItem, position: Int64) {
    self.init(
      position: position, conversationID: item.conversationID, messageID: item.messageID,
      sender: item.sender, senderDevice: item.senderDevice, sentAt: item.sentAt,
      receivedAt: item.receivedAt, content: item.content,
      isFromRemovedDevice: item.isFromRemovedDevice, delivery: item.delivery)
  }
}
