import Crypto
public import GroveIdentity

/// Files beside messages ("send a copy"): sealed with AES-256-GCM under a key of their own, stored
/// by a relay that cannot open them.
public enum AttachmentSeal {
  /// 25 MiB of file.
  public static let maximumByteCount = 25 * 1024 * 1024
  private static let tagByteCount = 16

  /// Seals a file before it is uploaded.
  /// - Parameter key: drawn fresh for this file. The nonce is constant, because a key that is used
  ///   once needs no other; using a key twice would uncover both files.
  /// - Returns: the bytes to store, 16 longer than the file, and their SHA-256.
  /// - Throws: `limitExceeded` above 25 MiB.
  public static func seal(_ file: [UInt8], key: AttachmentKey) throws
    -> (sealed: [UInt8], digest: [UInt8])
  {
    guard file.count <= maximumByteCount else {
      throw IdentityError(.limitExceeded, "an attachment is at most 25 MiB")
    }
    let box = try AES.GCM.seal(file, using: symmetricKey(key), nonce: nonce())
    let sealed = Array(box.ciphertext) + Array(box.tag)
    return (sealed, Digest.sha256(sealed))
  }

  /// Opens a file that was downloaded.
  /// - Parameters:
  ///   - sealed: as fetched from the relay.
  ///   - digest: from the message; a store that returns other bytes is found out before the key
  ///     touches them.
  /// - Throws: `malformed` for bytes of another digest or a seal that does not open.
  public static func open(_ sealed: [UInt8], key: AttachmentKey, digest: [UInt8])
    throws(IdentityError) -> [UInt8]
  {
    guard sealed.count >= tagByteCount, sealed.count <= maximumByteCount + tagByteCount,
      Digest.sha256(sealed) == digest
    else { throw IdentityError(.malformed, "not the attachment that was sent") }
    do {
      let box = try AES.GCM.SealedBox(
        nonce: nonce(), ciphertext: sealed.dropLast(tagByteCount),
        tag: sealed.suffix(tagByteCount))
      return Array(try AES.GCM.open(box, using: symmetricKey(key)))
    } catch {
      throw IdentityError(.malformed, "the attachment's seal does not open")
    }
  }

  private static func symmetricKey(_ key: AttachmentKey) -> SymmetricKey {
    key.secret.withUnsafeBytes { SymmetricKey(data: $0) }
  }

  private static func nonce() throws -> AES.GCM.Nonce {
    try AES.GCM.Nonce(data: [UInt8](repeating: 0, count: 12))
  }
}
