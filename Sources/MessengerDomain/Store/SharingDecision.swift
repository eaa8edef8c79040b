package import GroveIdentity
package import GroveMessage

/// What a rule of the sharing side decided: what to write, what to show, what to send, and an
/// answer. It has done none of it; all of it happens in one transaction or not at all.
package struct SharingDecision<Answer: Sendable>: Sendable {
  package var changes: [SharingChange]
  /// Lines of a conversation.
  package var lines: [NewThreadItem] = []
  /// Messages for the outbox.
  package var outgoing: [SharingMessage] = []
  package var answer: Answer

  package init(_ answer: Answer, changes: [SharingChange] = []) {
    self.answer = answer
    self.changes = changes
  }

  package func answering<Other: Sendable>(_ answer: Other) -> SharingDecision<Other> {
    var other = SharingDecision<Other>(answer, changes: changes)
    other.lines = lines
    other.outgoing = outgoing
    return other
  }
}

/// One logical message of the sharing side: contents by account, so that nobody gets another's.
package struct SharingMessage: Sendable, Hashable, Redacted {
  package var messageID: MessageID
  package var conversationID: ConversationID
  package var type: ContentType
  /// An account without a content gets no envelope; this one's other devices only if it has one.
  package var contents: [AccountID: [UInt8]]
  /// What this device shows of it.
  package var line: ThreadContent?

  package init(
    messageID: MessageID, conversationID: ConversationID, type: ContentType,
    contents: [AccountID: [UInt8]], line: ThreadContent? = nil
  ) {
    self.messageID = messageID
    self.conversationID = conversationID
    self.type = type
    self.contents = contents
    self.line = line
  }

  /// The same for everybody.
  package init<Content: ContentBody>(
    messageID: MessageID, conversationID: ConversationID, content: Content,
    to recipients: some Sequence<AccountID>, line: ThreadContent? = nil
  ) throws {
    let bytes = try content.encodedContent()
    self.init(
      messageID: messageID, conversationID: conversationID, type: Content.contentType,
      contents: Dictionary(recipients.map { ($0, bytes) }) { first, _ in first }, line: line)
  }

  package var outgoing: OutgoingMessage {
    let accounts = contents.keys.sorted()
    return OutgoingMessage(
      messageID: messageID, conversationID: conversationID, contentType: type,
      audience: .accounts(accounts),
      content: .each(
        accounts.map {
          OutgoingMessage.AccountContent(
            accountID: $0, content: Base64URLBytes(contents[$0] ?? []))
        }))
  }
}
