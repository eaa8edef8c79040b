import Crypto
import Foundation
import GroveIdentity

/// What a backup holds, as it was when it was made.
struct BackupManifest: Codable, Sendable {
  /// One file.
  struct Entry: Codable, Hashable, Sendable {
    /// Below the backup's folder, with `/` between its parts.
    var path: String
    var size: Int
    /// SHA-256, lowercase hex.
    var sha256: String
  }

  static let fileName = "manifest.json"
  static let version = 1

  var version: Int
  /// The program that made it.
  var grove: String
  /// Milliseconds since 1970: everything that was acknowledged before is in it.
  var moment: DecimalUInt64
  /// Sorted by path.
  var files: [Entry]

  /// A file's entry.
  /// - Throws: `CommandFailure` where it cannot be read.
  static func entry(_ path: String, in folder: String) throws -> Entry {
    guard let file = FileHandle(forReadingAtPath: folder + "/" + path) else {
      throw CommandFailure("\(folder)/\(path) cannot be read.")
    }
    defer { try? file.close() }
    var (hash, size) = (SHA256(), 0)
    while let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty {
      hash.update(data: piece)
      size += piece.count
    }
    return Entry(path: path, size: size, sha256: Hex.encode(Array(hash.finalize())))
  }

  /// - Throws: `CommandFailure` where there is none, or none that this program understands.
  static func read(in folder: String) throws -> BackupManifest {
    guard let data = FileManager.default.contents(atPath: folder + "/" + fileName) else {
      throw CommandFailure("\(folder) is no backup: there is no \(fileName) in it.")
    }
    guard let manifest = try? StrictJSON.decode(BackupManifest.self, from: Array(data)),
      manifest.version == version, manifest.files.allSatisfy({ isInside($0.path) })
    else { throw CommandFailure("The \(fileName) in \(folder) cannot be understood.") }
    return manifest
  }

  /// Whether a path stays below the backup's folder.
  private static func isInside(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    return !parts.contains { $0.isEmpty || $0 == "." || $0 == ".." }
  }
}
