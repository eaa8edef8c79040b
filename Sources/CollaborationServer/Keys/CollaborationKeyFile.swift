import Foundation
import GroveIdentity

/// Where a server keeps its keys between starts: one JSON file, readable by its owner only.
package enum CollaborationKeyFile {
  private struct Content: Codable {
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
    case unwritable = "the key file cannot be written"
    case exposed = "the key file can be read by others; make it readable by its owner only"
    case malformed = "the key file does not hold a collaboration server's keys"
    package var description: String { rawValue }
  }

  /// The keys in the file; fresh ones, written there first, where there is none.
  /// - Throws: `Failure`. A file that others can read is refused, not repaired: what was exposed
  ///   stays exposed.
  package static func open(_ path: String) throws -> CollaborationServerKeys {
    guard FileManager.default.fileExists(atPath: path) else { return try create(path) }
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard let mode = attributes?[.posixPermissions] as? NSNumber else { throw Failure.unreadable }
    guard mode.intValue & 0o077 == 0 else { throw Failure.exposed }
    guard let data = FileManager.default.contents(atPath: path) else { throw Failure.unreadable }
    do {
      let content = try StrictJSON.decode(Content.self, from: Array(data))
      guard content.version == 1 else { throw Failure.malformed }
      return try CollaborationServerKeys(
        challengeKeys: ChallengeKeys(
          current: ChallengeKey(
            keyID: content.challengeKeyID, secret: SecretBytes(content.challengeKey.bytes))),
        noticeKey: SigningKey(scalar: content.noticeKey.bytes), noticeKeyID: content.noticeKeyID,
        sessionKey: SecretBytes(content.sessionKey.bytes))
    } catch {
      throw Failure.malformed
    }
  }

  private static func create(_ path: String) throws -> CollaborationServerKeys {
    var generator = SystemRandomNumberGenerator()
    let keys = try CollaborationServerKeys.random(using: &generator)
    let current = keys.challengeKeys.current
    let content = Content(
      version: 1, challengeKeyID: current.keyID,
      challengeKey: Base64URLBytes(current.exportSecret().exportBytes()),
      noticeKeyID: keys.noticeKeyID,
      noticeKey: Base64URLBytes(keys.noticeKey.exportScalar().exportBytes()),
      sessionKey: Base64URLBytes(keys.sessionKey.exportBytes()))
    try write(try StrictJSON.encode(content), to: path)
    return keys
  }

  /// Exclusively: two servers that start at once must not each believe in keys of their own.
  private static func write(_ bytes: [UInt8], to path: String) throws {
    let file = path.withCString {
      Foundation.open($0, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    }
    guard file >= 0 else { throw Failure.unwritable }
    defer { Foundation.close(file) }
    let written = bytes.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
    guard written == bytes.count, fsync(file) == 0 else { throw Failure.unwritable }
  }
}
