package import CollaborationDomain
import Crypto
package import GroveIdentity

/// Shows that somebody has signed in to an account on this device before, so that its attempts at the
/// password are counted apart from strangers'. It opens nothing by itself.
///
/// `random(16) || mac(32)` with `mac = HMAC-SHA256(session key, DS("app-session") || u8 2 || random ||
/// vec16(account) || salt)`: the version tells it from a session token, and the salt of the
/// password ends it with the password. Nothing is stored.
package struct KnownDevice: Sendable, Redacted {
  /// What attempts are counted under.
  package let id: [UInt8]
  package let text: String

  private static let idBytes = 16

  /// - Parameter random: 16 fresh random bytes.
  package static func issue(
    for account: AccountLabel, _ password: PasswordRecord, random: [UInt8], key: SecretBytes
  ) -> KnownDevice {
    let code = HMAC<SHA256>.authenticationCode(
      for: message(random, account, password), using: symmetric(key))
    return KnownDevice(id: random, text: Base64URL.encode(random + Array(code)))
  }

  /// The first that is this account's, compared in constant time.
  package static func find(
    among texts: [String], for account: AccountLabel, _ password: PasswordRecord, key: SecretBytes
  ) -> KnownDevice? {
    for text in texts where text.utf8.count <= 128 {
      guard let bytes = try? Base64URL.decode(text), bytes.count == idBytes + 32 else { continue }
      let id = Array(bytes.prefix(idBytes))
      if HMAC<SHA256>.isValidAuthenticationCode(
        bytes.suffix(32), authenticating: message(id, account, password), using: symmetric(key))
      {
        return KnownDevice(id: id, text: text)
      }
    }
    return nil
  }

  private static func message(
    _ id: [UInt8], _ account: AccountLabel, _ password: PasswordRecord
  ) -> [UInt8] {
    var writer = ByteWriter(.appSession, capacity: 512)
    writer.u8(2)
    writer.raw(id)
    writer.vec16(account)
    writer.raw(password.salt)
    return writer.bytes
  }

  private static func symmetric(_ key: SecretBytes) -> SymmetricKey {
    key.withUnsafeBytes { SymmetricKey(data: $0) }
  }
}
