import GroveClient
public import GroveIdentity
import GroveMessage
public import GroveSystem
import MessengerDomain

extension Messenger {
  /// Sends a text. It is stored before this returns; whether it has left is in the item's delivery.
  ///
  /// - Returns: the item as it stands after one attempt.
  /// - Throws: `conversationUnknown`, `notAMember`, `limitExceeded`.
  @discardableResult
  public func sendText(_ text: String, in conversation: ConversationID)
    async throws(MessengerError) -> ThreadItem
  {
    let content = TextContent(text: text)
    return try await post(
      try Self.encoded(content), showing: .text(text, attachment: nil), in: conversation)
  }

  /// Sends a copy of a file: sealed here under a key of its own, stored by a relay that cannot open
  /// it.
  ///
  /// - Parameters:
  ///   - file: at most 25 MiB.
  ///   - name: what the recipient sees; at most 255 bytes.
  ///   - text: goes with it.
  @discardableResult
  public func sendCopy(
    _ file: [UInt8], name: String, mediaType: String, text: String = "",
    in conversation: ConversationID
  ) async throws(MessengerError) -> ThreadItem {
    let messageID = fresh(MessageID.self)
    let attachment = try storeSealed(
      file, name: name, mediaType: mediaType, text: text, for: messageID)
    let shown = ThreadAttachment(
      name: name, mediaType: mediaType, size: UInt64(file.count), reference: nil)
    do {
      return try await post(
        [], attachment, showing: .text(text, attachment: shown), in: conversation,
        messageID: messageID)
    } catch {
      SecureFile.remove(folder.attachments + "/" + attachment.fileName)
      throw error
    }
  }

  /// The opened file of an item.
  /// - Throws: `itemUnknown` where it has none, `attachmentInvalid` where the relay returns other
  ///   bytes than were sent.
  public func attachment(of item: ThreadItem) async throws(MessengerError) -> [UInt8] {
    guard case .text(_, let shown?) = item.content, let reference = shown.reference else {
      throw MessengerError(.itemUnknown)
    }
    let sealed = try await ask { relay throws(ClientError) in
      try await relay.attachment(reference.attachmentID)
    }
    do {
      return try AttachmentSeal.open(
        sealed, key: reference.key, digest: reference.digest.bytes)
    } catch {
      throw MessengerError(.attachmentInvalid)
    }
  }

  /// The last lines of a conversation, oldest first.
  /// - Parameter before: a position; nil for the newest.
  public func thread(_ conversation: ConversationID, limit: Int = 50, before: Int64? = nil)
    async throws(MessengerError) -> [ThreadItem]
  {
    try await look { try $0.items(of: conversation, before: before, limit: limit) }
  }

  /// How many of a person's actions wait for the relay.
  public func queuedCount() async throws(MessengerError) -> Int {
    try await look { try $0.outbox().count }
  }

  private func post(
    _ content: [UInt8], _ attachment: OutgoingMessage.Attachment? = nil,
    showing shown: ThreadContent, in conversation: ConversationID, messageID: MessageID? = nil
  ) async throws(MessengerError) -> ThreadItem {
    let message = OutgoingMessage(
      messageID: messageID ?? fresh(MessageID.self), conversationID: conversation,
      contentType: .text, content: .same(Base64URLBytes(content)), attachment: attachment)
    try await queue(message, showing: shown)
    _ = try await flush()
    let identity = MessageIdentity(senderDeviceID: deviceID, messageID: message.messageID)
    guard let item = try await look({ try $0.item(identity) }) else {
      throw MessengerError(.storeUnavailable)
    }
    return item
  }

  private func storeSealed(
    _ file: [UInt8], name: String, mediaType: String, text: String, for messageID: MessageID
  ) throws(MessengerError) -> OutgoingMessage.Attachment {
    do {
      let key = try AttachmentKey(SecretBytes(environment.random(AttachmentKey.byteCount)))
      let (sealed, digest) = try AttachmentSeal.seal(file, key: key)
      let attachment = OutgoingMessage.Attachment(
        fileName: Hex.encode(messageID.bytes), key: key, digest: Base64URLBytes(digest),
        name: name, mediaType: mediaType, size: UInt64(file.count), text: text)
      // Its limits now, and not when it is too late to tell the person.
      _ = try attachment.content(attachmentID: "-").encodedContent()
      try SecureFile.replace(folder.attachments + "/" + attachment.fileName, with: sealed)
      return attachment
    } catch {
      throw error is SecureFile.Failure
        ? MessengerError(.folderUnusable) : Self.translated(error)
    }
  }

  static func encoded(_ content: some ContentBody) throws(MessengerError) -> [UInt8] {
    do {
      return try content.encodedContent()
    } catch {
      throw translated(error)
    }
  }
}

extension OutgoingMessage.Attachment {
  /// The text message that carries the file, once its place at the relay is known.
  func content(attachmentID: String) -> TextContent {
    TextContent(
      text: text,
      attachment: AttachmentReference(
        attachmentID: attachmentID, key: key, digest: digest.bytes, name: name,
        mediaType: mediaType, size: size))
  }
}
