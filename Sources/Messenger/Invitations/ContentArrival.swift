import GroveIdentity
import GroveMessage

/// Where a verified message came from, as far as rules about its content ask (protocol 10.6).
struct ContentArrival: Hashable, Sendable, Codable {
  var messageID: MessageID
  var sender: AccountID
  var senderDevice: DeviceID
  var conversationID: ConversationID
  /// The sender belongs to the conversation.
  var senderIsMember: Bool
  /// A newer statement no longer lists the sending device: nothing is done on its word.
  var isFromRemovedDevice: Bool
  /// Milliseconds, by this device's clock.
  var receivedAt: UInt64
}
