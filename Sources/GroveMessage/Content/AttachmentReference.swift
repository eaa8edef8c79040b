public import GroveIdentity

/// Where a sealed file is and how to open it, inside a text message ("send a copy").
///
/// The relay stores the sealed bytes and never sees this: not the key, the name or the type.
public struct AttachmentReference: Hashable, Sendable, Codable, Redacted {
  /// What the relay calls the stored bytes, 1 to 255 bytes.
  public var attachmentID: String
  /// Opens the sealed bytes (`AttachmentSeal`).
  public var key: AttachmentKey
  /// SHA-256 of the sealed bytes, 32 bytes: fetched bytes are compared before they are opened.
  public var digest: Base64URLBytes
  /// The file's name, at most 255 bytes; a program that saves it decides about paths.
  public var name: String
  /// For instance `text/plain`; at most 255 bytes.
  public var mediaType: String
  /// The opened file's length in bytes, at most 25 MiB.
  public var size: DecimalUInt64

  /// Made by the sender once the relay has taken the sealed bytes.
  ///
  /// - Parameters:
  ///   - digest: 32 bytes, as `AttachmentSeal.seal` gives them.
  ///   - size: of the file before it was sealed.
  public init(
    attachmentID: String, key: AttachmentKey, digest: [UInt8], name: String, mediaType: String,
    size: UInt64
  ) {
    self.attachmentID = attachmentID
    self.key = key
    self.digest = Base64URLBytes(digest)
    self.name = name
    self.mediaType = mediaType
    self.size = DecimalUInt64(size)
  }

  func checkLimits() throws(IdentityError) {
    guard !attachmentID.isEmpty, digest.bytes.count == 32 else {
      throw IdentityError(.malformed, "attachment")
    }
    try ContentLimit.check(attachmentID, ContentLimit.name, "attachmentID")
    try ContentLimit.check(name, ContentLimit.name, "attachment name")
    try ContentLimit.check(mediaType, ContentLimit.name, "mediaType")
    guard size.value <= UInt64(AttachmentSeal.maximumByteCount) else {
      throw IdentityError(.limitExceeded, "an attachment is at most 25 MiB")
    }
  }
}
