import Crypto
public import GroveIdentity

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Signs a message for one device and seals it to that device's KEM key (protocol 10.2–10.4):
/// "sign, then seal, both bound to the recipient". HPKE draws its own randomness.
public enum EnvelopeSealer {
  /// `DS("envelope") || u16 suite`.
  static let info = Data(DomainLabel.envelope.prefix + [0, UInt8(EnvelopeHeader.suite)])

  /// Makes the envelope for one device.
  /// - Parameters:
  ///   - body: the same for every device of the message.
  ///   - messageID: the same for every device of the message.
  ///   - recipient: one device, with its newest usable key.
  ///   - identityKey: of the device that `body` names as its sender.
  /// - Returns: the encoded envelope.
  /// - Throws: what the cryptographic library says; no valid recipient key reaches that.
  public static func seal(
    body: MessageBody, messageID: MessageID, to recipient: EnvelopeRecipient,
    signedBy identityKey: SigningKey
  ) throws -> [UInt8] {
    let header = EnvelopeHeader(
      messageID: messageID, recipientAccountID: recipient.accountID,
      recipientDeviceID: recipient.deviceID, recipientKeyID: recipient.keyID)
    let signature = try identityKey.sign(
      body.signedBytes(header: header, recipientKey: recipient.kemPublicKey))
    return try seal(
      try plaintext(body: body, signature: signature), header: header,
      to: recipient.kemPublicKey
    ).encoded
  }

  /// `vec32(body || signature)`, padded.
  static func plaintext(body: MessageBody, signature: [UInt8]) throws(IdentityError) -> [UInt8] {
    var writer = ByteWriter(capacity: MessageBody.overhead + body.content.count + 68)
    try writer.vec32(body.encoded + signature)
    return try MessagePadding.padded(writer.bytes)
  }

  static func seal(_ plaintext: [UInt8], header: EnvelopeHeader, to key: PublicKey) throws
    -> Envelope
  {
    let recipientKey = try P256.KeyAgreement.PublicKey(x963Representation: key.bytes)
    var sender = try HPKE.Sender(
      recipientKey: recipientKey, ciphersuite: .P256_SHA256_AES_GCM_256, info: info)
    let ciphertext = try sender.seal(plaintext, authenticating: header.encoded)
    return Envelope(
      header: header, encapsulatedKey: Array(sender.encapsulatedKey),
      ciphertext: Array(ciphertext))
  }
}
