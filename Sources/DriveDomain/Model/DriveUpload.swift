public import CollaborationDomain
public import GroveIdentity

/// A file whose bytes come in several requests, and where it is to lie when all of them are there.
public struct DriveUpload: Hashable, Sendable {
  /// How long one is kept after the last bytes that came, in milliseconds.
  public static let lifetime: UInt64 = 24 * 3_600_000
  /// How long one is kept of which nothing has come, since whoever began it may not have heard of it; and how long it is
  /// told that one is complete.
  public static let shortLifetime: UInt64 = 3_600_000

  /// Names the upload, and is where its bytes are gathered; 16 random bytes.
  public var file: DriveFileID
  public var account: AccountLabel
  /// As whoever uploads calls it.
  public var path: DrivePath
  /// Behind what the path led into when it began; nil for the account's own drive.
  public var share: DocumentID?
  /// What the request that began it expects to find. It is looked at then, and again at the end.
  public var conditions: DriveConditions
  /// Of all bytes.
  public var size: UInt64
  /// The media type that its writer named.
  public var type: String?
  /// It lies where it was to lie; `file` names an upload only, from now on.
  public var isComplete: Bool
  /// Milliseconds since 1970.
  public var expiresAt: UInt64

  public init(
    file: DriveFileID, account: AccountLabel, path: DrivePath, share: DocumentID?,
    conditions: DriveConditions, size: UInt64, type: String?, isComplete: Bool = false,
    expiresAt: UInt64
  ) {
    self.file = file
    self.account = account
    self.path = path
    self.share = share
    self.conditions = conditions
    self.size = size
    self.type = type
    self.isComplete = isComplete
    self.expiresAt = expiresAt
  }

  /// What the file holds in the end.
  public var content: DriveContent {
    DriveContent(
      tag: DriveTag(unchecked: file.bytes), file: size > 0 ? file : nil, size: size, type: type)
  }
}
