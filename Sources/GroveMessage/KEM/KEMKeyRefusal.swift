/// Why nobody seals to a KEM key record (protocol 3.6). The raw values are stable.
public enum KEMKeyRefusal: String, Error, CaseIterable, Sendable, Codable {
  /// The body is not in its one encoding, or the key is no point on the curve.
  case malformed
  /// A suite this version does not speak (protocol 18.2).
  case suiteUnknown = "suite_unknown"
  /// It ends before it begins, or lasts more than 30 days.
  case lifetimeInvalid = "lifetime_invalid"
  /// It names another account than the statement it was checked against.
  case accountMismatch = "account_mismatch"
  /// The device is not in the account's newest statement.
  case deviceNotListed = "device_not_listed"
  /// The signature is not by that device's identity key.
  case signatureInvalid = "signature_invalid"
}
