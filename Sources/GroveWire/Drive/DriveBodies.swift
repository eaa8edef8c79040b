public import GroveIdentity

/// Asks for a password for one program.
public struct MakeAppPassword: Hashable, Sendable, Codable {
  /// What the person calls the program, 1 to 128 bytes.
  public var name: String

  public init(name: String) { self.name = name }
}

/// A password for one program, told this once.
public struct AppPasswordMade: Hashable, Sendable, Codable {
  /// Names it in lists; it opens nothing.
  public var passwordID: String
  public var name: String
  /// Secret. Case, spaces and hyphens do not count.
  public var password: String
  public var createdAt: DecimalUInt64

  public init(passwordID: String, name: String, password: String, createdAt: DecimalUInt64) {
    self.passwordID = passwordID
    self.name = name
    self.password = password
    self.createdAt = createdAt
  }
}

/// The account's app passwords, the oldest first.
public struct AppPasswordList: Hashable, Sendable, Codable {
  public var passwords: [AppPasswordEntry]

  public init(passwords: [AppPasswordEntry]) { self.passwords = passwords }
}

/// One of them. Times are milliseconds since 1970.
public struct AppPasswordEntry: Hashable, Sendable, Codable {
  public var passwordID: String
  public var name: String
  public var createdAt: DecimalUInt64
  /// To within ten minutes; nil where it was never used.
  public var lastUsedAt: DecimalUInt64?

  public init(
    passwordID: String, name: String, createdAt: DecimalUInt64, lastUsedAt: DecimalUInt64?
  ) {
    self.passwordID = passwordID
    self.name = name
    self.createdAt = createdAt
    self.lastUsedAt = lastUsedAt
  }
}

/// What lies in the bin, the newest first.
public struct DriveBin: Hashable, Sendable, Codable {
  public var items: [DriveBinItem]
  /// The `after` of the next page; nil at the end.
  public var next: String?

  public init(items: [DriveBinItem], next: String?) {
    self.items = items
    self.next = next
  }
}

/// A file or folder that was deleted.
public struct DriveBinItem: Hashable, Sendable, Codable {
  public var itemID: String
  public var name: String
  /// The path of the folder it was in; empty for the drive itself.
  public var from: String
  public var isFolder: Bool
  /// Of a file's bytes.
  public var size: DecimalUInt64
  /// Milliseconds since 1970. After 30 days it goes.
  public var deletedAt: DecimalUInt64

  public init(
    itemID: String, name: String, from: String, isFolder: Bool, size: DecimalUInt64,
    deletedAt: DecimalUInt64
  ) {
    self.itemID = itemID
    self.name = name
    self.from = from
    self.isFolder = isFolder
    self.size = size
    self.deletedAt = deletedAt
  }
}

/// Where something is in the drive.
public struct DrivePlace: Hashable, Sendable, Codable {
  /// Names with a slash before each.
  public var path: String

  public init(path: String) { self.path = path }
}

/// What a file held before, the newest first.
public struct DriveVersions: Hashable, Sendable, Codable {
  public var versions: [DriveVersionEntry]

  public init(versions: [DriveVersionEntry]) { self.versions = versions }
}

/// One version. Times are milliseconds since 1970.
public struct DriveVersionEntry: Hashable, Sendable, Codable {
  public var number: DecimalUInt64
  public var size: DecimalUInt64
  /// When these bytes were written, and when others took their place.
  public var modifiedAt: DecimalUInt64
  public var replacedAt: DecimalUInt64

  public init(
    number: DecimalUInt64, size: DecimalUInt64, modifiedAt: DecimalUInt64,
    replacedAt: DecimalUInt64
  ) {
    self.number = number
    self.size = size
    self.modifiedAt = modifiedAt
    self.replacedAt = replacedAt
  }
}

/// Brings a version back.
public struct RestoreDriveVersion: Hashable, Sendable, Codable {
  /// Of the file: names with a slash before each.
  public var path: String
  public var number: DecimalUInt64

  public init(path: String, number: DecimalUInt64) {
    self.path = path
    self.number = number
  }
}
