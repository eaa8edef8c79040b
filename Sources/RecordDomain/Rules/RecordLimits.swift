/// How much there may be (`docs/LIMITS.md`).
public enum RecordLimits {
  /// Saves and deletions of one batch.
  public static let batchItems = 400
  /// Bytes of a record's fields, without assets.
  public static let recordBytes = 1 << 20
  /// Bytes of all records that one batch reads and saves.
  public static let heldBytes = 16 << 20
  /// How often a batch whose items depend on others that fail is tried without them.
  public static let tries = 8
  /// Shares in one zone.
  public static let sharesOfZone = 1000
  /// People told with one share, its owner among them, and in one answer, beside the owners.
  public static let shownParticipants = 100
  public static let answeredParticipants = 2000
  /// Zones of one database.
  public static let zones = 1000
  /// Records that one change may bring under a share, or out of it, and records that go with others.
  public static let carriedRecords = 10_000
  /// Records above one.
  public static let depth = 64
  /// Elements of a list.
  public static let listElements = 10_000
  /// Shares of others in one container that one account takes part in.
  public static let sharesOfAccount = 1000
  /// Entries of a page of a feed, and the bytes at which it ends.
  public static let pageEntries = 400
  public static let pageBytes = 512 << 10
  /// Bytes of records and assets that one account keeps in a container.
  public static let quota: UInt64 = 5 << 30
  /// Bytes of one asset.
  public static let assetBytes: UInt64 = 1 << 30
  /// Uploads of one account that are not complete, or were within a day.
  public static let uploads = 1000
  /// Values that one batch brings into the indexes.
  public static let indexEntries = 20_000
  /// Records that a page of a query reads, and that are sorted by several things.
  public static let queriedRecords = 2000
  /// Conditions of a query, values of one of them and of all together, and what it is sorted by.
  public static let conditions = 32
  public static let comparedValues = 100
  public static let allComparedValues = 200
  public static let sorts = 8
  /// Comparisons of values with fields, and with each element of lists, that a page of a query makes.
  public static let comparisons = 1_000_000
}
