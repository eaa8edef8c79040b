package import GroveIdentity
package import GroveMessage

/// One logical message on its way out (protocol 10.5): one identifier, one envelope per device.
package struct OutgoingMessage: Hashable, Sendable, Codable, Redacted {
  /// Whom it goes to.
  package enum Audience: Hashable, Sendable, Codable {
    /// Every device of every member at the time of sending, this account's other devices included.
    case conversation
    /// The devices of exactly these accounts. This account's other devices get it only if it is
    /// listed: a mention goes to one person and nobody else (protocol 12.5).
    case accounts([AccountID])
  }

  /// What it says.
  package enum Content: Hashable, Sendable, Codable, Redacted {
    case same(Base64URLBytes)
    /// Each account its own, as invitations need it (protocol 6.1). An account without an entry
    /// gets no envelope.
    case each([AccountContent])
  }

  package struct AccountContent: Hashable, Sendable, Codable, Redacted {
    package var accountID: AccountID
    package var content: Base64URLBytes
  }

  /// A sealed file that waits for its upload; the content is made when its place is known.
  package struct Attachment: Hashable, Sendable, Codable, Redacted {
    /// In the device's folder.
    package var fileName: String
    package var key: AttachmentKey
    package var digest: Base64URLBytes
    package var name: String
    package var mediaType: String
    package var size: UInt64
    package var text: String

    package init(
      fileName: String, key: AttachmentKey, digest: Base64URLBytes, name: String, mediaType: String,
      size: UInt64, text: String
    ) {
      self.fileName = fileName
      self.key = key
      self.digest = digest
      self.name = name
      self.mediaType = mediaType
      self.size = size
      self.text = text
    }
  }

  package var messageID: MessageID
  package var conversationID: ConversationID
  package var contentType: ContentType
  package var audience: Audience
  package var content: Content
  package var attachment: Attachment?

  package init(
    messageID: MessageID, conversationID: ConversationID, contentType: ContentType,
    audience: Audience = .conversation, content: Content, attachment: Attachment? = nil
  ) {
    self.messageID = messageID
    self.conversationID = conversationID
    self.contentType = contentType
    self.audience = audience
    self.content = content
    self.attachment = attachment
  }

  package func content(for account: AccountID) -> [UInt8]? {
    switch content {
    case .same(let bytes): bytes.bytes
    case .each(let contents): contents.first { $0.accountID == account }?.content.bytes
    }
  }
}
