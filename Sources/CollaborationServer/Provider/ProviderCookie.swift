import CollaborationDomain
import Crypto
import GroveIdentity
import GroveServing
import HTTPTypes

/// The attempt that a browser keeps until the provider's answer comes: sealed, out of reach of scripts, and sent along
/// when the provider sends the browser back. Nothing of it is stored here, so beginning costs no write.
///
/// ChaCha20-Poly1305 (RFC 8439) under a key of its own, derived from the session key; what is sealed:
/// `state(32) || u64 expiresAt || vec16(nonce) || vec16(verifier) || vec16(return path) || u8 purpose`, and for a link
/// `vec16(account) || session(32)`.
enum ProviderCookie {
  static func name(isSecure: Bool) -> String {
    isSecure ? "__Host-grove-sign-in" : "grove-sign-in"
  }

  /// - Throws: where the attempt does not fit.
  static func set(_ attempt: ProviderAttempt, key: SecretBytes, isSecure: Bool) throws -> HTTPField
  {
    var writer = ByteWriter(capacity: 512)
    writer.raw(attempt.state.bytes)
    writer.u64(attempt.expiresAt)
    for text in [attempt.nonce, attempt.verifier, attempt.returnPath.text] {
      try writer.vec16(Array(text.utf8))
    }
    switch attempt.purpose {
    case .signIn: writer.u8(0)
    case .link(let account, let session):
      writer.u8(1)
      writer.vec16(account)
      writer.raw(session.bytes)
    }
    let box = try ChaChaPoly.seal(
      writer.bytes, using: symmetric(key), authenticating: Self.label)
    return field(
      Base64URL.encode(Array(box.combined)), age: ProviderAttempt.lifetime / 1000, isSecure)
  }

  static func clear(isSecure: Bool) -> HTTPField { field("", age: 0, isSecure) }

  /// Nil where there is none that one of these keys has sealed.
  static func attempt(
    in headers: HTTPFields, keys: [SecretBytes], isSecure: Bool
  ) -> ProviderAttempt? {
    guard let text = RequestCookie.value(of: name(isSecure: isSecure), in: headers),
      text.utf8.count <= 4096, let bytes = try? Base64URL.decode(text),
      let box = try? ChaChaPoly.SealedBox(combined: bytes)
    else { return nil }
    for key in keys {
      if let opened = try? ChaChaPoly.open(box, using: symmetric(key), authenticating: label) {
        return try? read(Array(opened))
      }
    }
    return nil
  }

  private static func read(_ bytes: [UInt8]) throws -> ProviderAttempt? {
    var reader = ByteReader(bytes)
    let state = ProviderState(unchecked: try reader.raw(ProviderState.byteCount))
    let expiresAt = try reader.u64()
    let nonce = String(decoding: try reader.vec16(), as: UTF8.self)
    let verifier = String(decoding: try reader.vec16(), as: UTF8.self)
    let path = ReturnPath(String(decoding: try reader.vec16(), as: UTF8.self))
    var purpose = ProviderAttempt.Purpose.signIn
    if try reader.u8() == 1 {
      let account = try AccountLabel(bytes: reader.vec16())
      purpose = .link(account, SessionHash(unchecked: try reader.raw(SessionHash.byteCount)))
    }
    try reader.finish()
    return path.map {
      ProviderAttempt(
        state: state, nonce: nonce, verifier: verifier, purpose: purpose, returnPath: $0,
        expiresAt: expiresAt)
    }
  }

  /// Tells it from everything else that is made with the session key.
  private static let label: [UInt8] = {
    var writer = ByteWriter(.appSession, capacity: 64)
    writer.u8(3)
    return writer.bytes
  }()

  private static func symmetric(_ key: SecretBytes) -> SymmetricKey {
    key.withUnsafeBytes { bytes in
      HKDF<SHA256>.deriveKey(
        inputKeyMaterial: SymmetricKey(data: bytes), info: label, outputByteCount: 32)
    }
  }

  /// `Lax`: the way back comes from another site, as a link does.
  private static func field(_ value: String, age: UInt64, _ isSecure: Bool) -> HTTPField {
    let attributes = "; Path=/; HttpOnly; SameSite=Lax; Max-Age=\(age)"
    return HTTPField(
      name: .setCookie,
      value: name(isSecure: isSecure) + "=" + value + attributes + (isSecure ? "; Secure" : ""))
  }
}
