package import GroveIdentity
import GroveMessage

/// Something this device has still to do at the relay, in the order in which its person did it.
package enum OutboxOperation: Hashable, Sendable, Codable, Redacted {
  case createConversation(ConversationID, members: [AccountID], name: String?)
  case changeConversation(
    ConversationID, name: String?, add: [AccountID], remove: [AccountID])
  /// No bytes: the photo is removed.
  case setPhoto(ConversationID, Base64URLBytes)
  case message(OutgoingMessage)

  package var conversationID: ConversationID {
    switch self {
    case .createConversation(let id, _, _), .changeConversation(let id, _, _, _),
      .setPhoto(let id, _):
      id
    case .message(let message): message.conversationID
    }
  }
}

/// One row of the outbox.
package struct OutboxEntry: Hashable, Sendable, Redacted {
  package let position: Int64
  /// Random: names the entry before the store has given it its position.
  package let operationID: RequestID
  package var operation: OutboxOperation
  package let createdAt: UInt64

  package init(
    position: Int64, operationID: RequestID, operation: OutboxOperation, createdAt: UInt64
  ) {
    self.position = position
    self.operationID = operationID
    self.operation = operation
    self.createdAt = createdAt
  }
}
