import Foundation
import GroveIdentity
import GroveServing

/// Where a server keeps its keys between starts: one JSON file, readable by its owner only.
package enum CollaborationKeyFile {
  /// The form before keys were replaced: one of each kind. Read, and written anew at the first change.
  private struct First: Codable {
    var version: Int
    var challengeKeyID: UInt8
    var challengeKey: Base64URLBytes
    var noticeKeyID: String
    var noticeKey: Base64URLBytes
    var sessionKey: Base64URLBytes
  }

  /// What went wrong, without a path and without content.
  package enum Failure: String, Error, CustomStringConvertible {
    case unreadable = "the key file cannot be read"
    case exposed = "the key file can be read by others; make it readable by its owner only"
    case malformed = "the key file does not hold a collaboration server's keys"
    package var description: String { rawValue }
  }

  /// The keys in the file as they are now; fresh ones, written there first, where there is none.
  /// - Throws: `Failure`; `DiskFault` where it cannot be written. A file that others can read is
  ///   refused, not repaired: what was exposed stays exposed.
  package static func open(_ path: String, now: UInt64 = 0) throws -> CollaborationServerKeys {
    guard FileManager.default.fileExists(atPath: path) else { return try create(path, now: now) }
    let set = try read(path)
    do {
      return try set.keys(at: now)
    } catch {
      throw Failure.malformed
    }
  }

  /// - Throws: `Failure`.
  package static func read(_ path: String) throws -> CollaborationKeySet {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard let mode = attributes?[.posixPermissions] as? NSNumber else { throw Failure.unreadable }
    guard mode.intValue & 0o077 == 0 else { throw Failure.exposed }
    guard let data = FileManager.default.contents(atPath: path) else { throw Failure.unreadable }
    if let set = try? StrictJSON.decode(CollaborationKeySet.self, from: Array(data)) {
      guard set.version == CollaborationKeySet.version else { throw Failure.malformed }
      return set
    }
    guard let first = try? StrictJSON.decode(First.self, from: Array(data)), first.version == 1,
      let noticeKeyID = UInt8(first.noticeKeyID)
    else { throw Failure.malformed }
    let since = DecimalUInt64(0)
    return CollaborationKeySet(
      challenges: .init(keyID: first.challengeKeyID, secret: first.challengeKey, since: since),
      sessions: .init(keyID: 1, secret: first.sessionKey, since: since),
      attestations: .init(keyID: noticeKeyID, secret: first.noticeKey, since: since))
  }

  /// Puts other keys in the place of those that are there, whole or not at all.
  /// - Throws: `DiskFault`.
  package static func replace(_ path: String, by set: CollaborationKeySet) throws {
    try AtomicFile.write(try StrictJSON.encode(set), to: path, isNew: false)
  }

  private static func create(_ path: String, now: UInt64) throws -> CollaborationServerKeys {
    var generator = SystemRandomNumberGenerator()
    let set = try CollaborationKeySet { count in
      (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }
    // Exclusively: two servers that start at once must not each believe in keys of their own.
    guard try AtomicFile.write(StrictJSON.encode(set), to: path, isNew: true) else {
      throw Failure.unreadable
    }
    return try set.keys(at: now)
  }
}
