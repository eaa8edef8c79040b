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
    let set = try completed(path)
    do {
      return try set.keys(at: now)
    } catch {
      throw Failure.malformed
    }
  }

  /// The keys in the file; a push key is written there first, where it has none.
  private static func completed(_ path: String) throws -> CollaborationKeySet {
    let set = try read(path)
    guard set.push == nil else { return set }
    return try changing(path) {
      // Somebody may have been quicker, and a rotation must not be lost.
      let set = try read(path).withPushKey()
      try replace(path, by: set)
      return set
    }
  }

  /// One change of the file at a time: of two at once, one would be lost.
  /// - Throws: `DiskFault` where there can be no lock; what the change throws.
  package static func changing<Value>(_ path: String, _ change: () throws -> Value) throws -> Value
  {
    let lock = lockFile(path + ".lock")
    guard lock >= 0, flock(lock, LOCK_EX) == 0 else {
      let number = errno
      throw DiskFault.ofFile(path, systemError: number)
    }
    defer { close(lock) }
    return try change()
  }

  /// - Throws: `Failure`.
  package static func read(_ path: String) throws -> CollaborationKeySet {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard let mode = attributes?[.posixPermissions] as? NSNumber else { throw Failure.unreadable }
    guard mode.intValue & 0o077 == 0 else { throw Failure.exposed }
    guard let data = FileManager.default.contents(atPath: path) else { throw Failure.unreadable }
    return try keySet(in: Array(data))
  }

  /// What the file's bytes say, in the newest form or the first.
  /// - Throws: `malformed`.
  package static func keySet(in bytes: [UInt8]) throws(Failure) -> CollaborationKeySet {
    if let set = try? StrictJSON.decode(CollaborationKeySet.self, from: bytes) {
      guard set.version == CollaborationKeySet.version else { throw Failure.malformed }
      return set
    }
    guard let first = try? StrictJSON.decode(First.self, from: bytes), first.version == 1,
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

/// Its descriptor, or -1. Outside, because `open` means something else in there.
private func lockFile(_ path: String) -> Int32 {
  path.withCString { open($0, O_CREAT | O_RDWR | O_CLOEXEC, 0o600) }
}
