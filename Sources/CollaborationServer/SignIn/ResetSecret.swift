package import CollaborationDomain
import Crypto
package import GroveIdentity

/// What a reset link carries: 32 random bytes. Only their hash is stored, so that whoever reads the
/// database, or a backup of it, cannot use a link that is open.
package struct ResetSecret: Sendable, Redacted {
  package static let byteCount = 32

  /// What stands in the link. Secret.
  package let text: String
  /// What is stored.
  package let hash: PasswordResetHash

  /// - Parameter random: `byteCount` fresh random bytes.
  package init(random: [UInt8]) {
    text = Base64URL.encode(random)
    hash = PasswordResetHash(unchecked: Array(SHA256.hash(data: random)))
  }

  /// Nil for what no link carries.
  package init?(text: String) {
    guard text.utf8.count <= 128, let bytes = try? Base64URL.decode(text),
      bytes.count == Self.byteCount
    else { return nil }
    self.init(random: bytes)
  }

  /// Behind the `#`, which browsers keep to themselves: neither a server's log nor a proxy's holds it.
  package func link(at origin: Origin) -> String { "\(origin.text)/#reset=\(text)" }
}
