public import GroveIdentity

/// A file or folder, whatever it is called and wherever it is moved.
public struct DriveNodeID: FixedBytes {
  public static let byteCount = 16
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}

/// The name of a file's bytes beside the database: 16 random bytes. Bytes never change under their name.
public struct DriveFileID: FixedBytes {
  public static let byteCount = 16
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}

/// Says which bytes a file has, in its `ETag`: 16 random bytes, others with each writing.
public struct DriveTag: FixedBytes {
  public static let byteCount = 16
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}

/// What a file holds.
public struct DriveContent: Hashable, Sendable {
  public var tag: DriveTag
  /// nil: no bytes.
  public var file: DriveFileID?
  public var size: UInt64
  /// The media type that its writer named.
  public var type: String?

  public init(tag: DriveTag, file: DriveFileID?, size: UInt64, type: String? = nil) {
    self.tag = tag
    self.file = file
    self.size = size
    self.type = type
  }
}

/// A file or a folder.
public struct DriveNode: Hashable, Sendable {
  /// Where something was before it was deleted.
  public struct Binned: Hashable, Sendable {
    /// Milliseconds since 1970; 0 for what is being erased and is shown to nobody.
    public var at: UInt64
    /// The path of the folder it was in.
    public var from: String

    public init(at: UInt64, from: String) {
      self.at = at
      self.from = from
    }
  }

  public var id: DriveNodeID
  public var account: AccountLabel
  /// nil for the account's own folder, and for what lies in the bin.
  public var parent: DriveNodeID?
  /// nil for the account's own folder.
  public var name: DriveName?
  /// nil for a folder.
  public var content: DriveContent?
  /// Milliseconds since 1970.
  public var createdAt: UInt64
  public var modifiedAt: UInt64
  /// Bytes of the properties that clients have set on it.
  public var propertyBytes: UInt64
  public var binned: Binned?

  public init(
    id: DriveNodeID, account: AccountLabel, parent: DriveNodeID?, name: DriveName?,
    content: DriveContent? = nil, at time: UInt64
  ) {
    self.id = id
    self.account = account
    self.parent = parent
    self.name = name
    self.content = content
    createdAt = time
    modifiedAt = time
    propertyBytes = 0
  }

  public var isFolder: Bool { content == nil }

  /// What it counts of its account's room, without its versions.
  var charge: UInt64 { (content?.size ?? 0) + propertyBytes }
}

/// What a file held before.
public struct DriveVersion: Hashable, Sendable {
  public var account: AccountLabel
  public var node: DriveNodeID
  /// Counts up with each version of the file.
  public var number: UInt64
  public var content: DriveContent
  /// When these bytes were written, and when others took their place: milliseconds since 1970.
  public var modifiedAt: UInt64
  public var replacedAt: UInt64

  public init(
    account: AccountLabel, node: DriveNodeID, number: UInt64, content: DriveContent,
    modifiedAt: UInt64, replacedAt: UInt64
  ) {
    self.account = account
    self.node = node
    self.number = number
    self.content = content
    self.modifiedAt = modifiedAt
    self.replacedAt = replacedAt
  }
}

/// An account's drive.
public struct DriveRecord: Hashable, Sendable {
  public var account: AccountLabel
  public var root: DriveNodeID
  /// Bytes of all files, their versions and properties, those in the bin among them.
  public var used: UInt64
  /// Files and folders, those in the bin among them.
  public var nodes: UInt64

  public init(account: AccountLabel, root: DriveNodeID, used: UInt64 = 0, nodes: UInt64 = 1) {
    self.account = account
    self.root = root
    self.used = used
    self.nodes = nodes
  }
}

/// Identifiers that a command may use up, made of eight random bytes and a count: they need not be guessed by nobody,
/// only never be there twice.
public struct DriveFresh: Hashable, Sendable {
  private let seed: [UInt8]
  private var count: UInt64 = 0

  /// - Parameter seed: eight fresh random bytes.
  public init(seed: [UInt8]) {
    self.seed = Array((seed + [UInt8](repeating: 0, count: 8)).prefix(8))
  }

  mutating func next() -> DriveNodeID {
    count += 1
    let tail = (0..<8).map { UInt8(truncatingIfNeeded: count >> (56 - 8 * UInt64($0))) }
    return DriveNodeID(unchecked: seed + tail)
  }
}
