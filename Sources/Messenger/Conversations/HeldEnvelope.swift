import GroveIdentity

/// An envelope of a message request: kept as it came until the conversation is accepted, and gone
/// where it is not.
struct HeldEnvelope: Hashable, Sendable {
  /// Of the mailbox entry.
  var sequence: UInt64
  var conversationID: ConversationID
  var uploader: AccountID?
  var bytes: [UInt8]

  /// For one conversation; the relay lets a stranger send far fewer.
  static let limit = 256
}
