public import GroveIdentity

/// 16 random bytes: the only way to find an attachment.
public struct AttachmentID: FixedBytes {
  public static let byteCount = 16
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}

/// A sealed file. Its bytes lie beside the database and were durable before this row was written.
public struct AttachmentRecord: Hashable, Sendable {
  /// Also the name of the file beside the database.
  public var attachmentID: AttachmentID
  /// Whose quota it counts against.
  public var owner: AccountID
  /// Bytes.
  public var size: Int
  /// Milliseconds.
  public var expiresAt: UInt64

  /// Made once the bytes are durable.
  public init(attachmentID: AttachmentID, owner: AccountID, size: Int, expiresAt: UInt64) {
    self.attachmentID = attachmentID
    self.owner = owner
    self.size = size
    self.expiresAt = expiresAt
  }
}

/// What an account has stored.
public struct AttachmentUse: Hashable, Sendable {
  /// Files that have not expired yet or are still to be removed.
  public var count: Int
  /// Their sizes added up.
  public var bytes: Int

  /// Made by a store; nothing by default.
  public init(count: Int = 0, bytes: Int = 0) {
    self.count = count
    self.bytes = bytes
  }
}
