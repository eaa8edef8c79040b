public import GroveIdentity

/// A message as its sender signs it, the same for every device it goes to (protocol 10.4).
public struct MessageBody: Hashable, Sendable, Redacted {
  /// 65 350 bytes (protocol 18.5).
  public static let maximumContent = 65_350
  /// Everything but the content.
  static let overhead = 118

  /// The account the sender says it is; `OpenedEnvelope` verifies it.
  public let senderAccountID: AccountID
  /// The device whose identity key signs.
  public let senderDeviceID: DeviceID
  /// The sender's newest statement: every message says which device list its sender sees of itself.
  public let senderStatement: StatementReference
  /// Milliseconds since 1970 by the sender's clock; a thief can date it back (protocol 10.6).
  public let sentAt: UInt64
  /// The conversation the message belongs to; whether the sender is in it is asked after the
  /// signature (protocol 10.6 (6)).
  public let conversationID: ConversationID
  /// As written; `contentType` is nil for one this version does not know.
  public let contentTypeCode: UInt8
  /// JSON, handled as opaque bytes until the signature has been verified.
  public let content: [UInt8]

  /// Nil for a number this version does not know: such a message is kept and not shown.
  public var contentType: ContentType? { ContentType(rawValue: contentTypeCode) }
  /// Number of `senderStatement`, as the encoding has it.
  public var senderSeq: UInt64 { senderStatement.seq }
  /// Hash of `senderStatement`, as the encoding has it.
  public var senderStatementHash: StatementHash { senderStatement.hash }

  /// A message about to be signed.
  /// - Throws: `limitExceeded` above 65 350 bytes of content.
  public init(
    senderAccountID: AccountID, senderDeviceID: DeviceID, senderStatement: StatementReference,
    sentAt: UInt64, conversationID: ConversationID, contentType: ContentType, content: [UInt8]
  ) throws(IdentityError) {
    guard content.count <= Self.maximumContent else {
      throw IdentityError(.limitExceeded, "message content is at most 65350 bytes")
    }
    self.senderAccountID = senderAccountID
    self.senderDeviceID = senderDeviceID
    self.senderStatement = senderStatement
    self.sentAt = sentAt
    self.conversationID = conversationID
    self.contentTypeCode = contentType.rawValue
    self.content = content
  }

  /// `u8 version=1 || senderAccountID || senderDeviceID || u64 senderSeq || senderStatementHash ||
  /// u64 sentAt || conversationID || u8 contentType || vec32(content)`.
  public var encoded: [UInt8] {
    var writer = ByteWriter(capacity: Self.overhead + content.count)
    writer.u8(1)
    writer.raw(senderAccountID.bytes)
    writer.raw(senderDeviceID.bytes)
    writer.u64(senderSeq)
    writer.raw(senderStatementHash.bytes)
    writer.u64(sentAt)
    writer.raw(conversationID.bytes)
    writer.u8(contentTypeCode)
    // Both initialisers bound the content far below 2^32.
    writer.u32(UInt32(content.count))
    writer.raw(content)
    return writer.bytes
  }

  /// Reads the opened plaintext's body strictly; trailing bytes are refused.
  /// - Throws: `malformed` or `limitExceeded`.
  public init(encoded: [UInt8]) throws(IdentityError) {
    var reader = ByteReader(encoded)
    guard try reader.u8() == 1 else { throw IdentityError(.malformed, "message version") }
    senderAccountID = AccountID(unchecked: try reader.raw(AccountID.byteCount))
    senderDeviceID = DeviceID(unchecked: try reader.raw(DeviceID.byteCount))
    let seq = try reader.u64()
    let hash = StatementHash(unchecked: try reader.raw(StatementHash.byteCount))
    senderStatement = StatementReference(seq: seq, hash: hash)
    sentAt = try reader.u64()
    conversationID = ConversationID(unchecked: try reader.raw(ConversationID.byteCount))
    contentTypeCode = try reader.u8()
    content = try reader.vec32()
    try reader.finish()
    guard content.count <= Self.maximumContent else {
      throw IdentityError(.limitExceeded, "message content is at most 65350 bytes")
    }
  }

  /// `DS("message") || AAD || H(recipient KEM public key) || body`: because the recipient's key is
  /// signed, nobody can seal the message on to somebody else as if it had been sent to them.
  func signedBytes(header: EnvelopeHeader, recipientKey: PublicKey) -> [UInt8] {
    var writer = ByteWriter(.message, capacity: 256 + content.count)
    writer.raw(header.encoded)
    writer.raw(Digest.sha256(recipientKey.bytes))
    writer.raw(encoded)
    return writer.bytes
  }
}
