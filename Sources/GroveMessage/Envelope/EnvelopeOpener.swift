import Crypto
public import GroveIdentity

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Opens what was sealed to this device (protocol 10.6 (1) and (2)).
public enum EnvelopeOpener {
  /// Finds the key that the header names and opens the seal with it.
  /// - Parameters:
  ///   - bytes: the encoded envelope, as the relay gave it.
  ///   - keys: this device's KEM keys that have not been deleted, by key number.
  /// - Returns: a message whose sender is only claimed, or why there is none.
  public static func open(
    _ bytes: [UInt8], myAccountID: AccountID, myDeviceID: DeviceID,
    keys: [UInt32: KEMPrivateKey]
  ) -> Result<OpenedEnvelope, EnvelopeRefusal> {
    guard let envelope = try? Envelope(encoded: bytes) else { return .failure(.malformed) }
    let header = envelope.header
    guard header.recipientAccountID == myAccountID, header.recipientDeviceID == myDeviceID else {
      return .failure(.notAddressedHere)
    }
    guard let key = keys[header.recipientKeyID] else { return .failure(.keyUnknown) }
    guard let plaintext = open(envelope, with: key) else { return .failure(.sealBroken) }
    guard let (body, signature) = try? parts(of: plaintext) else {
      return .failure(.contentMalformed)
    }
    return .success(
      OpenedEnvelope(
        header: header, body: body, signature: signature, recipientKey: key.publicKey))
  }

  private static func open(_ envelope: Envelope, with key: KEMPrivateKey) -> [UInt8]? {
    guard
      var recipient = try? HPKE.Recipient(
        privateKey: key.key, ciphersuite: .P256_SHA256_AES_GCM_256, info: EnvelopeSealer.info,
        encapsulatedKey: Data(envelope.encapsulatedKey)),
      let plaintext = try? recipient.open(
        envelope.ciphertext, authenticating: envelope.header.encoded)
    else { return nil }
    return Array(plaintext)
  }

  /// `vec32(body || signature) || zeros`. Only that the padding is zero is checked, not how much
  /// there is (protocol 10.4).
  package static func parts(of plaintext: [UInt8]) throws(IdentityError)
    -> (MessageBody, [UInt8])
  {
    var reader = ByteReader(plaintext)
    let signed = try reader.vec32()
    let padding = try reader.raw(reader.remaining)
    guard padding.allSatisfy({ $0 == 0 }), signed.count >= 64 else {
      throw IdentityError(.malformed, "sealed plaintext")
    }
    return (try MessageBody(encoded: Array(signed.dropLast(64))), Array(signed.suffix(64)))
  }
}
