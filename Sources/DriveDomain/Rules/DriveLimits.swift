/// How much there may be (`docs/LIMITS.md`).
public enum DriveLimits {
  /// Bytes of files, versions and properties that one account keeps.
  public static let quota: UInt64 = 10 << 30
  /// Bytes of one file.
  public static let fileBytes: UInt64 = 16 << 30
  /// Files and folders of one account, those in the bin among them.
  public static let nodes: UInt64 = 200_000
  /// Folders above one thing.
  public static let depth = 64
  /// Files and folders that one copying makes, and folders that are looked at when one is moved further down.
  public static let carriedNodes = 10_000
  /// Earlier versions of one file.
  public static let versions = 20
  /// Versions that are forgotten to make room for one writing.
  public static let forgottenVersions = 200
  /// How long something lies in the bin: 30 days, in milliseconds.
  public static let binnedFor: UInt64 = 30 * 24 * 3_600_000
  /// Locks of one account.
  public static let locks = 200
  /// Milliseconds that a lock lasts at most, and where its client does not say how long.
  public static let longestLock: UInt64 = 24 * 3_600_000
  public static let usualLock: UInt64 = 3_600_000
  /// Bytes of what a client says of a lock's owner.
  public static let ownerBytes = 1024
  /// Properties of one file or folder, and the bytes of all of them.
  public static let properties = 100
  public static let propertyBytes: UInt64 = 64 << 10
  /// Files and folders of a page of a listing, and the bytes of properties and locks with which it ends.
  public static let pageEntries = 200
  public static let pageBytes: UInt64 = 512 << 10
  /// Files and folders that one account shares at a time.
  public static let shares = 200
  /// Those of others that one account is shown: the newest of them.
  public static let sharedWithOne = 200
  /// Locks that those with whom it is shared hold in one drive.
  public static let locksOfOthers = 100
  /// App passwords of one account.
  public static let passwords = 50
  /// Bytes of an app password's name.
  public static let passwordNameBytes = 128
  /// Uploads of one account that come in several requests and are not complete, or were within the hour.
  public static let uploads = 1000
  /// What one step of a sweep takes.
  public static let sweptNodes = 500
}
