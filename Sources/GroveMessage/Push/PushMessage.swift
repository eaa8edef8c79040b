import Crypto
import Foundation
public import GroveIdentity

/// The body of a pushed message: `aes128gcm`, one record, sealed to a subscription (RFC 8291, RFC 8188;
/// protocol 12.8). Any Web Push library makes and opens the same bytes.
public enum PushMessage {
  /// Bytes of a whole body that every push service takes (RFC 8030, 7.2).
  public static let maximumByteCount = 4096
  /// Salt, record size, length of the key, key (RFC 8188, 2.1).
  static let headerByteCount = 16 + 4 + 1 + PublicKey.byteCount
  /// Bytes of what is told: the record also takes the delimiter and the tag.
  public static let maximumPlaintext = maximumByteCount - headerByteCount - 1 - 16

  /// Seals to a subscription, under a key and a salt drawn for this one message.
  /// - Parameter padding: bytes the plaintext is filled up to, so that its length tells less.
  /// - Throws: `limitExceeded` for a plaintext that no push service takes; `keyInvalid`.
  public static func seal(
    _ plaintext: [UInt8], to key: PublicKey, secret: PushSecret, padding: Int = 0
  ) throws -> [UInt8] {
    try seal(
      plaintext, to: key, secret: secret, padding: padding, sender: KEMPrivateKey(),
      salt: PushSecret.random().bytes)
  }

  /// The same with key and salt from outside, which the RFC's example needs.
  static func seal(
    _ plaintext: [UInt8], to key: PublicKey, secret: PushSecret, padding: Int,
    sender: KEMPrivateKey, salt: [UInt8]
  ) throws -> [UInt8] {
    guard max(plaintext.count, padding) <= maximumPlaintext else {
      throw IdentityError(.limitExceeded, "a pushed message is at most 4096 bytes")
    }
    let keys = try RecordKeys(
      mine: sender, theirs: key, receiver: key, sender: sender.publicKey, secret: secret,
      salt: salt)
    let fill = [UInt8](repeating: 0, count: max(0, padding - plaintext.count))
    let box = try AES.GCM.seal(plaintext + [2] + fill, using: keys.content, nonce: keys.nonce)
    var writer = ByteWriter()
    writer.raw(salt)
    writer.u32(UInt32(maximumByteCount))
    writer.u8(UInt8(PublicKey.byteCount))
    writer.raw(sender.publicKey.bytes)
    return writer.bytes + Array(box.ciphertext) + Array(box.tag)
  }

  /// Opens a body that was pushed to this subscription.
  /// - Throws: `malformed` for anything but one whole record sealed to it.
  public static func open(_ body: [UInt8], with key: KEMPrivateKey, secret: PushSecret)
    throws(IdentityError) -> [UInt8]
  {
    guard (headerByteCount + 17...maximumByteCount).contains(body.count),
      body[20] == PublicKey.byteCount
    else { throw IdentityError(.malformed, "not a pushed message") }
    let sender = try PublicKey(Array(body[21..<headerByteCount]))
    let record: [UInt8]
    do {
      let keys = try RecordKeys(
        mine: key, theirs: sender, receiver: key.publicKey, sender: sender, secret: secret,
        salt: Array(body[..<16]))
      let box = try AES.GCM.SealedBox(
        nonce: keys.nonce, ciphertext: body[headerByteCount...].dropLast(16),
        tag: body.suffix(16))
      record = Array(try AES.GCM.open(box, using: keys.content))
    } catch {
      throw IdentityError(.malformed, "the pushed message does not open")
    }
    guard let end = record.lastIndex(where: { $0 != 0 }), record[end] == 2 else {
      throw IdentityError(.malformed, "a pushed message is one whole record")
    }
    return Array(record[..<end])
  }

  /// The keys of the one record (RFC 8291, 3.4).
  private struct RecordKeys {
    let content: SymmetricKey
    let nonce: AES.GCM.Nonce

    init(
      mine: KEMPrivateKey, theirs: PublicKey, receiver: PublicKey, sender: PublicKey,
      secret: PushSecret, salt: [UInt8]
    ) throws {
      let point = try P256.KeyAgreement.PublicKey(x963Representation: theirs.bytes)
      let shared = try mine.key.sharedSecretFromKeyAgreement(with: point)
      let input = shared.hkdfDerivedSymmetricKey(
        using: SHA256.self, salt: secret.bytes,
        sharedInfo: Array("WebPush: info\0".utf8) + receiver.bytes + sender.bytes,
        outputByteCount: 32)
      content = HKDF<SHA256>.deriveKey(
        inputKeyMaterial: input, salt: salt,
        info: Array("Content-Encoding: aes128gcm\0".utf8), outputByteCount: 16)
      let bytes = HKDF<SHA256>.deriveKey(
        inputKeyMaterial: input, salt: salt, info: Array("Content-Encoding: nonce\0".utf8),
        outputByteCount: 12)
      nonce = try bytes.withUnsafeBytes { try AES.GCM.Nonce(data: $0) }
    }
  }
}

/// The 16 bytes a subscription hands out beside its key (`auth` of RFC 8291): who does not have them
/// can seal nothing to it.
public struct PushSecret: FixedBytes {
  public static let byteCount = 16
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}
