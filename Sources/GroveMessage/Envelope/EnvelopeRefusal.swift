/// Why an envelope is not shown as a message (protocol 10.6). The raw values are stable.
public enum EnvelopeRefusal: String, Error, CaseIterable, Sendable, Codable {
  /// The bytes are no envelope of this version and suite.
  case malformed
  /// Addressed to another account or device.
  case notAddressedHere = "not_addressed_here"
  /// This device no longer has, or never had, the key it is sealed to.
  case keyUnknown = "key_unknown"
  /// The seal does not open: changed on the way, or sealed to another key.
  case sealBroken = "seal_broken"
  /// What was inside is no padded, signed message.
  case contentMalformed = "content_malformed"
  /// The chain offered for verifying is another account's.
  case senderMismatch = "sender_mismatch"
  /// The sender names a statement beyond the chain: refresh the chain, then ask again.
  case statementUnknown = "statement_unknown"
  /// The sender names another statement than the chain has: a split view (protocol 11.2).
  case statementForked = "statement_forked"
  /// The named statement does not list the sending device.
  case deviceNotListed = "device_not_listed"
  /// The signature is not by the sending device, or was made for another recipient.
  case signatureInvalid = "signature_invalid"
}
