public import GroveIdentity

/// One account's private records in a container, or its public ones. A shared database is none of its own: it is
/// what others' private ones show to somebody.
public struct RecordDatabase: Hashable, Sendable {
  /// Whose app.
  public var container: ContainerID
  /// nil: the public database.
  public var owner: AccountLabel?

  /// Made of what a request names.
  public init(container: ContainerID, owner: AccountLabel?) {
    self.container = container
    self.owner = owner
  }
}

/// A zone's row in the store: 16 random bytes. A zone that is deleted and made again under its name is another.
public struct ZoneID: FixedBytes {
  public static let byteCount = 16
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}

/// Where a zone is found.
public struct ZoneKey: Hashable, Sendable {
  /// Whose.
  public var database: RecordDatabase
  /// As its owner's app names it.
  public var name: ZoneName

  /// Made of what a request names.
  public init(database: RecordDatabase, name: ZoneName) {
    self.database = database
    self.name = name
  }
}

/// A zone. A deleted one leaves this row behind for a while, so that devices hear of it.
public struct ZoneRecord: Hashable, Sendable {
  /// Why a zone is gone: what a device is to do with its copy follows from it.
  public enum Ending: String, Hashable, Sendable {
    /// An app deleted it.
    case deleted
    /// Its person deleted what an app keeps: it is not to be brought back by itself.
    case purged
  }

  public var id: ZoneID
  public var key: ZoneKey
  /// Milliseconds since 1970.
  public var createdAt: UInt64
  /// The number of the newest change in it, of its container's clock.
  public var changedAt: UInt64
  /// Deletions up to this number have been forgotten.
  public var forgottenUpTo: UInt64
  /// Bytes of its records and of the assets they name, each as often as it is named.
  public var size: UInt64
  /// nil while it lives.
  public var ending: Ending?
  /// Milliseconds since 1970; nil while it lives.
  public var endedAt: UInt64?

  /// Made when a zone is saved for the first time.
  public init(id: ZoneID, key: ZoneKey, createdAt: UInt64, changedAt: UInt64) {
    self.id = id
    self.key = key
    self.createdAt = createdAt
    self.changedAt = changedAt
    forgottenUpTo = 0
    size = 0
  }

  /// Whether it keeps a feed, takes batches whole and can be shared: every zone but the one each database has.
  public var isCustom: Bool { key.name != .standard }
}

/// A person in a container.
public struct RecordUser: Hashable, Sendable {
  public var container: ContainerID
  public var account: AccountLabel
  /// How others in the container see them.
  public var name: RecordUserName
  /// Bytes of what they keep there: records and assets in zones of theirs.
  public var used: UInt64

  /// Made when an account first uses a container.
  public init(container: ContainerID, account: AccountLabel, name: RecordUserName) {
    self.container = container
    self.account = account
    self.name = name
    used = 0
  }
}
