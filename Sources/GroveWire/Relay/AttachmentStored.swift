public import GroveIdentity

/// A sealed file is stored; the identifier is 16 random bytes and the only way to find it.
public struct AttachmentStored: Hashable, Sendable, Codable {
  /// Base64url; it goes into the sealed message (`AttachmentReference.attachmentID`).
  public var attachmentID: String
  /// Bytes.
  public var size: Int
  /// Milliseconds since 1970: 30 days after the upload unless the relay says otherwise.
  public var expiresAt: DecimalUInt64

  /// What a relay answers once the file is durable.
  public init(attachmentID: String, size: Int, expiresAt: DecimalUInt64) {
    self.attachmentID = attachmentID
    self.size = size
    self.expiresAt = expiresAt
  }
}
