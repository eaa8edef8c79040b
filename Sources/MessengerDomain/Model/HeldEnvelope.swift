package import GroveIdentity

/// An envelope of a message request: kept as it came until the conversation is accepted, and gone
/// where it is not.
package struct HeldEnvelope: Hashable, Sendable {
  /// Of the mailbox entry.
  package var sequence: UInt64
  package var conversationID: ConversationID
  package var uploader: AccountID?
  package var bytes: [UInt8]

  package init(
    sequence: UInt64, conversationID: ConversationID, uploader: AccountID? = nil, bytes: [UInt8]
  ) {
    self.sequence = sequence
    self.conversationID = conversationID
    self.uploader = uploader
    self.bytes = bytes
  }

  /// For one conversation; the relay lets a stranger send far fewer.
  package static let limit = 256
}
