import Crypto
import GroveIdentity

/// The epoch of collaborations that do not exist: 32 bits, stable, derived from the identifier with
/// a server key, so that a challenge tells nothing (protocol 7.1).
struct UnknownEpoch: Sendable {
  let key: SecretBytes

  func epoch(of id: CollaborationID) -> UInt64 {
    let key = key.withUnsafeBytes { SymmetricKey(data: $0) }
    let code = HMAC<SHA256>.authenticationCode(for: id.bytes, using: key)
    return code.prefix(4).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
