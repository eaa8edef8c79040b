/// Why a device is not linked (protocol 3.8). The raw values are stable.
public enum DeviceLinkRefusal: String, Error, CaseIterable, Sendable, Codable {
  /// The message is not of the expected shape.
  case malformed
  /// The entry on offer is not this device's: other keys, or another name.
  case entryMismatch = "entry_mismatch"
  /// The possession signature is for another device.
  case deviceMismatch = "device_mismatch"
  /// The possession signature does not verify.
  case possessionInvalid = "possession_invalid"
  /// The published chain is another account's than the one the existing device showed.
  case accountMismatch = "account_mismatch"
  /// The named statement is not in the published chain: fetch it again.
  case statementUnknown = "statement_unknown"
  /// The published statement does not list exactly the agreed entry.
  case entryNotPublished = "entry_not_published"
}
