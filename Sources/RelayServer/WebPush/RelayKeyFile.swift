import Foundation
package import GroveIdentity
import GroveServing

/// Where a relay keeps its key for web push between starts: one JSON file, readable by its owner only.
/// Browsers bind subscriptions to it, so with another key nobody is woken before they open the page
/// again.
package enum RelayKeyFile {
  private struct Keys: Codable {
    static let version = 1
    var version = Self.version
    var webPush: Base64URLBytes
  }

  /// What went wrong, without a path and without content.
  package enum Failure: String, Error, CustomStringConvertible {
    case unreadable = "the relay's key file cannot be read"
    case exposed =
      "the relay's key file can be read by others; make it readable by its owner only"
    case malformed = "the relay's key file does not hold a relay's keys"
    package var description: String { rawValue }
  }

  /// The key in the file; a fresh one, written there first, where there is none.
  /// - Throws: `Failure`; `DiskFault` where it cannot be written. A file that others can read is
  ///   refused, not repaired: what was exposed stays exposed.
  package static func open(_ path: String) throws -> SigningKey {
    if !FileManager.default.fileExists(atPath: path) {
      let keys = Keys(webPush: Base64URLBytes(SigningKey().exportScalar().exportBytes()))
      // Somebody may have been quicker: then theirs counts.
      try AtomicFile.write(StrictJSON.encode(keys), to: path, isNew: true)
    }
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard let mode = attributes?[.posixPermissions] as? NSNumber else { throw Failure.unreadable }
    guard mode.intValue & 0o077 == 0 else { throw Failure.exposed }
    guard let data = FileManager.default.contents(atPath: path) else { throw Failure.unreadable }
    guard let keys = try? StrictJSON.decode(Keys.self, from: Array(data)),
      keys.version == Keys.version, let key = try? SigningKey(scalar: keys.webPush.bytes)
    else { throw Failure.malformed }
    return key
  }
}
