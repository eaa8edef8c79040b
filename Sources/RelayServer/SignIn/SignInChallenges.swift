import Crypto
import GroveIdentity
import RelayDomain

/// Sign-in challenges that need no row until they are used (decision 0008):
/// `nonce(16) || u64 expiresAt || code(32)`, 56 bytes, where the code is HMAC-SHA256 over the device and
/// the first two.
///
/// A stranger may ask for as many as he likes and the relay keeps nothing. Whether a nonce has been
/// used is decided by the store, in the transaction that gives the token.
struct SignInChallenges: Sendable {
  private static let nonceCount = 16
  private let key: SecretBytes

  init(key: SecretBytes) { self.key = key }

  /// - Parameter nonce: 16 random bytes.
  func issue(to device: DeviceAddress, nonce: [UInt8], expiresAt: UInt64) -> [UInt8] {
    var writer = ByteWriter()
    writer.raw(nonce)
    writer.u64(expiresAt)
    return writer.bytes + code(over: writer.bytes, device)
  }

  /// The nonce and end of a challenge this relay issued to this device.
  /// - Throws: `challenge_invalid`, `challenge_expired`.
  func open(_ challenge: [UInt8], from device: DeviceAddress, now: UInt64) throws(RelayRefusal)
    -> (nonce: [UInt8], expiresAt: UInt64)
  {
    let head = Array(challenge.prefix(Self.nonceCount + 8))
    guard challenge.count == Self.nonceCount + 8 + 32,
      isValid(Array(challenge.suffix(32)), over: head, device)
    else { throw RelayRefusal(.challengeInvalid) }
    let expiresAt = head.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard expiresAt > now else { throw RelayRefusal(.challengeExpired) }
    return (Array(head.prefix(Self.nonceCount)), expiresAt)
  }

  private func code(over head: [UInt8], _ device: DeviceAddress) -> [UInt8] {
    key.withUnsafeBytes { key in
      Array(
        HMAC<SHA256>.authenticationCode(
          for: Self.covered(head, device), using: SymmetricKey(data: key)))
    }
  }

  /// In constant time.
  private func isValid(_ code: [UInt8], over head: [UInt8], _ device: DeviceAddress) -> Bool {
    key.withUnsafeBytes { key in
      HMAC<SHA256>.isValidAuthenticationCode(
        code, authenticating: Self.covered(head, device), using: SymmetricKey(data: key))
    }
  }

  private static func covered(_ head: [UInt8], _ device: DeviceAddress) -> [UInt8] {
    var writer = ByteWriter(.relaySignIn)
    writer.raw(device.account.bytes)
    writer.raw(device.device.bytes)
    writer.raw(head)
    return writer.bytes
  }
}
