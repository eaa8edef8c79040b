import Crypto
package import GroveIdentity
import GroveServing

/// A key by which an app's own backend acts for its accounts. Only its hash is configured: whoever
/// reads the configuration cannot use it.
package struct ServiceKey: Hashable, Sendable {
  /// Fewer random bytes than this could be tried out.
  package static let minimumLength = 32

  /// SHA-256 of the key's text.
  package let hash: [UInt8]

  /// - Throws: `malformed` unless there are 32 bytes.
  package init(hash: [UInt8]) throws(IdentityError) {
    guard hash.count == 32 else {
      throw IdentityError(.malformed, "a service key's hash is 32 bytes")
    }
    self.hash = hash
  }

  /// - Throws: `malformed` for a key of fewer than 32 characters.
  package init(text: String) throws(IdentityError) {
    guard text.utf8.count >= Self.minimumLength else {
      throw IdentityError(.malformed, "a service key has at least 32 characters")
    }
    hash = Array(SHA256.hash(data: Array(text.utf8)))
  }

  /// Looks at every key, whichever matches.
  static func contains(_ text: String, in keys: [ServiceKey]) -> Bool {
    let presented = Array(SHA256.hash(data: Array(text.utf8)))
    return keys.reduce(false) { found, key in ConstantTime.equal(key.hash, presented) || found }
  }
}
