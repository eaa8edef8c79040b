public import GroveIdentity

/// 16 random bytes: the only way to find an attachment.
public struct AttachmentID: FixedBytes {
  public static let byteCount = 16
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}

/// A sealed file. Its bytes lie beside the database and were durable before this row was written.
public struct AttachmentRecord: Hashable, Sendable {
  public var attachmentID: AttachmentID
  /// Whose quota it counts against.
  public var owner: AccountID
  /// Bytes.
  public var size: Int
  /// Milliseconds.
  public var expiresAt: UInt64

  public init(attachmentID: AttachmentID, owner: AccountID, size: Int, expiresAt: UInt64) {
    self.attachmentID = attachmentID
    self.owner = owner
    self.size = size
    self.expiresAt = expiresAt
  }
}

/// What an account has stored.
public struct AttachmentUse: Hashable, Sendable {
  public var count: Int
  public var bytes: Int

  public init(count: Int = 0, bytes: Int = 0) {
    self.count = count
    self.bytes = bytes
  }
}
