public import GroveIdentity

/// A sealed file is stored; the identifier is 16 random bytes and the only way to find it.
public struct AttachmentStored: Hashable, Sendable, Codable {
  public var attachmentID: String
  /// Bytes.
  public var size: Int
  public var expiresAt: DecimalUInt64

  public init(attachmentID: String, size: Int, expiresAt: DecimalUInt64) {
    self.attachmentID = attachmentID
    self.size = size
    self.expiresAt = expiresAt
  }
}
