import GroveIdentity
import GroveMessage

/// One logical message on its way out (protocol 10.5): one identifier, one envelope per device.
struct OutgoingMessage: Hashable, Sendable, Codable, Redacted {
  /// Whom it goes to.
  enum Audience: Hashable, Sendable, Codable {
    /// Every device of every member at the time of sending, this account's other devices included.
    case conversation
    /// The devices of exactly these accounts. This account's other devices get it only if it is
    /// listed: a mention goes to one person and nobody else (protocol 12.5).
    case accounts([AccountID])
  }

  /// What it says.
  enum Content: Hashable, Sendable, Codable, Redacted {
    case same(Base64URLBytes)
    /// Each account its own, as invitations need it (protocol 6.1). An account without an entry
    /// gets no envelope.
    case each([AccountContent])
  }

  struct AccountContent: Hashable, Sendable, Codable, Redacted {
    var accountID: AccountID
    var content: Base64URLBytes
  }

  /// A sealed file that waits for its upload; the content is made when its place is known.
  struct Attachment: Hashable, Sendable, Codable, Redacted {
    /// In the device's folder.
    var fileName: String
    var key: AttachmentKey
    var digest: Base64URLBytes
    var name: String
    var mediaType: String
    var size: UInt64
    var text: String
  }

  var messageID: MessageID
  var conversationID: ConversationID
  var contentType: ContentType
  var audience: Audience
  var content: Content
  var attachment: Attachment?

  init(
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

  func content(for account: AccountID) -> [UInt8]? {
    switch content {
    case .same(let bytes): bytes.bytes
    case .each(let contents): contents.first { $0.accountID == account }?.content.bytes
    }
  }
}
