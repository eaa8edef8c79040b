package import CollaborationDomain
import Crypto
package import GroveIdentity

/// The secret of a signed-in app account, in a form that says whose it is.
///
/// `u8 1 || random(16) || u64 expiresAt || vec16(account) || mac(32)`, with
/// `mac = HMAC-SHA256(session key, DS("app-session") || everything before it)`. So the hot route
/// knows the account without a look-up and a forged token costs none; whether the session still
/// stands is looked up in the transaction that answers. Only the token's hash is stored.
package struct SessionToken: Sendable, Redacted {
  package let account: AccountLabel
  let expiresAt: UInt64
  /// What is stored, and what challenges are bound to.
  package let hash: SessionHash
  /// Secret: the bearer token, or the cookie's value.
  package let text: String

  /// - Parameter random: 16 fresh random bytes.
  package static func issue(
    to account: AccountLabel, expiresAt: UInt64, random: [UInt8], key: SecretBytes
  ) -> SessionToken {
    var writer = ByteWriter(capacity: 512)
    writer.u8(1)
    writer.raw(random)
    writer.u64(expiresAt)
    writer.vec16(account)
    let code = HMAC<SHA256>.authenticationCode(
      for: message(writer.bytes), using: symmetric(key))
    writer.raw(Array(code))
    return SessionToken(account, expiresAt, writer.bytes)
  }

  /// Nil unless it was made with one of these keys, each compared in constant time.
  package init?(text: String, keys: [SecretBytes]) {
    guard text.utf8.count <= 512, let bytes = try? Base64URL.decode(text), bytes.count > 32 else {
      return nil
    }
    let body = Array(bytes.dropLast(32))
    guard keys.contains(where: { Self.isMade(bytes, with: $0) }),
      let (account, expiresAt) = try? Self.parse(body)
    else { return nil }
    self.init(account, expiresAt, bytes)
  }

  private static func isMade(_ bytes: [UInt8], with key: SecretBytes) -> Bool {
    HMAC<SHA256>.isValidAuthenticationCode(
      bytes.suffix(32), authenticating: message(Array(bytes.dropLast(32))), using: symmetric(key))
  }

  private init(_ account: AccountLabel, _ expiresAt: UInt64, _ bytes: [UInt8]) {
    self.account = account
    self.expiresAt = expiresAt
    hash = SessionHash(unchecked: Array(SHA256.hash(data: bytes)))
    text = Base64URL.encode(bytes)
  }

  private static func parse(_ body: [UInt8]) throws(IdentityError) -> (AccountLabel, UInt64) {
    var reader = ByteReader(body)
    guard try reader.u8() == 1 else { throw IdentityError(.malformed, "session token version") }
    _ = try reader.raw(16)
    let expiresAt = try reader.u64()
    let account = try AccountLabel(bytes: reader.vec16())
    try reader.finish()
    return (account, expiresAt)
  }

  private static func message(_ body: [UInt8]) -> [UInt8] {
    var writer = ByteWriter(.appSession, capacity: 512)
    writer.raw(body)
    return writer.bytes
  }

  private static func symmetric(_ key: SecretBytes) -> SymmetricKey {
    key.withUnsafeBytes { SymmetricKey(data: $0) }
  }
}
