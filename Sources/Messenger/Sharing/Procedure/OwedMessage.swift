import GroveIdentity
import GroveMessage

/// A message that follows from something already done, stored in the same step: it is handed to
/// the outbox afterwards, and again after a crash in between, under one identifier.
struct OwedMessage: SharingRecord, Hashable, Redacted {
  static let kind = "owed-message"

  var messageID: MessageID
  var conversationID: ConversationID
  var type: ContentType
  /// The same for everybody.
  var content: Base64URLBytes
  var recipients: [AccountID]

  var key: [UInt8] { messageID.bytes }

  var message: SharingMessage {
    var contents: [AccountID: [UInt8]] = [:]
    for recipient in recipients { contents[recipient] = content.bytes }
    return SharingMessage(
      messageID: messageID, conversationID: conversationID, type: type, contents: contents)
  }
}
