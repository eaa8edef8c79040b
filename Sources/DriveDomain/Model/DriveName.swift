import Foundation

/// What a file or a folder is called within its folder: as it was written, in Unicode's composed form (NFC), so that
/// one name that two systems spell differently is one name.
public struct DriveName: Hashable, Sendable {
  /// UTF-8, because file systems hold no longer ones.
  public static let maximumBytes = 255

  /// In NFC. Nothing else is changed: case, spaces and dots stay as they are.
  public let text: String
  /// Two names with one key never stand in one folder: file systems that ignore case could not hold both.
  public let key: String

  /// - Throws: `DriveRefusal.name` with what is wrong about it.
  public init(_ text: String) throws(DriveRefusal) {
    let text = text.precomposedStringWithCanonicalMapping
    guard !text.isEmpty else { throw .name(.empty) }
    guard text != ".", text != ".." else { throw .name(.dots) }
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x2F, 0x5C: throw .name(.separator)
      case 0...0x1F, 0x7F...0x9F: throw .name(.control)
      // What no text may hold (Unicode, section 23.7).
      case 0xFDD0...0xFDEF: throw .name(.control)
      case let value where value & 0xFFFE == 0xFFFE: throw .name(.control)
      default: break
      }
    }
    guard text.utf8.count <= Self.maximumBytes else { throw .name(.long) }
    self.text = text
    key = text.lowercased().precomposedStringWithCanonicalMapping
  }

  /// A name as a row has it, which was looked at when it was written: composing it again would be most of what reading the
  /// row costs.
  public init(unchecked text: String, key: String) {
    self.text = text
    self.key = key
  }
}

/// Why nothing can be called so.
public enum DriveNameFault: String, Hashable, Sendable, CaseIterable {
  /// No characters at all.
  case empty
  /// `.` or `..`, which mean something else in an address.
  case dots
  /// A slash or a backslash, which part names on some system.
  case separator
  /// A control character, or one that no text holds.
  case control
  /// More than 255 bytes in UTF-8.
  case long
}

/// Where something is, from the account's own folder down. The folder itself has no names.
public struct DrivePath: Hashable, Sendable, Codable {
  public var names: [DriveName]

  /// - Throws: `DriveRefusal.limitExceeded` for one that is deeper than `DriveLimits.depth`.
  public init(_ names: [DriveName]) throws(DriveRefusal) {
    guard names.count <= DriveLimits.depth else { throw .limitExceeded }
    self.names = names
  }

  init(unchecked names: [DriveName]) { self.names = names }

  /// The account's own folder.
  public static let root = DrivePath(unchecked: [])

  /// What the folder holds under a name.
  public func appending(_ name: DriveName) -> DrivePath { DrivePath(unchecked: names + [name]) }

  /// For people: names with a slash before each.
  public var text: String { names.map { "/" + $0.text }.joined() }

  public init(from decoder: any Decoder) throws {
    self.init(text: try decoder.singleValueContainer().decode(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  /// The same read back; what cannot be read is the account's own folder.
  public init(text: String) {
    let names = text.split(separator: "/").compactMap { try? DriveName(String($0)) }
    self.init(unchecked: names)
  }
}
