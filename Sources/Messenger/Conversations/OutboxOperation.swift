import GroveIdentity
import GroveMessage

/// Something this device has still to do at the relay, in the order in which its person did it.
enum OutboxOperation: Hashable, Sendable, Codable, Redacted {
  case createConversation(ConversationID, members: [AccountID], name: String?)
  case changeConversation(
    ConversationID, name: String?, add: [AccountID], remove: [AccountID])
  /// No bytes: the photo is removed.
  case setPhoto(ConversationID, Base64URLBytes)
  case message(OutgoingMessage)

  var conversationID: ConversationID {
    switch self {
    case .createConversation(let id, _, _), .changeConversation(let id, _, _, _),
      .setPhoto(let id, _):
      id
    case .message(let message): message.conversationID
    }
  }
}

/// One row of the outbox.
struct OutboxEntry: Hashable, Sendable, Redacted {
  let position: Int64
  /// Random: names the entry before the store has given it its position.
  let operationID: RequestID
  var operation: OutboxOperation
  let createdAt: UInt64
}
