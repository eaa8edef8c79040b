package import GroveIdentity
import GroveMessage

/// Where a verified message came from, as far as rules about its content ask (protocol 10.6).
package struct ContentArrival: Hashable, Sendable, Codable {
  package var messageID: MessageID
  package var sender: AccountID
  package var senderDevice: DeviceID
  package var conversationID: ConversationID
  /// The sender belongs to the conversation.
  package var senderIsMember: Bool
  /// A newer statement no longer lists the sending device: nothing is done on its word.
  package var isFromRemovedDevice: Bool
  /// Milliseconds, by this device's clock.
  package var receivedAt: UInt64
}
