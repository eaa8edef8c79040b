/// Why an account statement is not valid (protocol 3.5, 3.5.1). The raw values are stable.
public enum StatementRefusal: String, Error, CaseIterable, Sendable, Codable {
  /// The body is not in the one encoding of protocol 3.4.
  case malformed
  /// Not 1 to 32 devices.
  case deviceCount = "device_count"
  /// The devices are not in ascending order of their identifiers, or two are equal.
  case devicesOutOfOrder = "devices_out_of_order"
  /// A deviceID that does not follow from its identity key.
  case deviceIDMismatch = "device_id_mismatch"
  /// Two of all identity keys, base keys and the recovery key are the same.
  case duplicateKey = "duplicate_key"
  /// No device may change the list and there is no recovery key: nobody could ever change it.
  case nobodyMayChange = "nobody_may_change"
  /// A first statement whose number, account or previous hash is not zero.
  case notGenesis = "not_genesis"
  /// It belongs to another account, or is another account's genesis statement.
  case accountMismatch = "account_mismatch"
  /// Its number is beyond the next one: statements in between are missing.
  case sequenceSkipped = "sequence_skipped"
  /// It does not continue the statement before it.
  case previousHashMismatch = "previous_hash_mismatch"
  /// Issued before the previous statement.
  case issuedEarlier = "issued_earlier"
  /// The signer is not a device of the previous statement.
  case signerUnknown = "signer_unknown"
  /// The signer is a device that may not change the list.
  case signerNotManager = "signer_not_manager"
  /// Signed with a recovery key that the previous statement does not have.
  case recoveryKeyAbsent = "recovery_key_absent"
  /// The signature does not verify, or is not 64 bytes.
  case signatureInvalid = "signature_invalid"
  /// A new device, or a replaced key, without its possession signature.
  case possessionMissing = "possession_missing"
  /// A possession signature nobody asked for, or two of one device.
  case possessionUnexpected = "possession_unexpected"
  /// A possession signature that does not verify.
  case possessionInvalid = "possession_invalid"
  /// Valid, but the account already has another statement of this number: `DeviceListAlarm`.
  case fork
}
