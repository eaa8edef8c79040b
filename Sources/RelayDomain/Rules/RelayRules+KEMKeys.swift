public import GroveMessage

extension RelayRules {
  /// A further KEM key of the calling device. The same record again is no change.
  public static func publish(
    kemKey record: SignedKEMKey, by caller: DeviceAddress, now: UInt64, limits: RelayLimits,
    in reader: any RelayReader
  ) throws -> RelayAnswer<Void> {
    try decide {
      try reader.requireListed(caller)
      guard let account = try reader.account(caller.account) else {
        throw RelayRefusal(.unauthenticated)
      }
      let statement = try reader.newestStatement(of: account)
      let entry = try KEMKeyEntry(verifying: record, in: statement, now: now, limits: limits)
      guard entry.owner == caller else {
        throw RelayRefusal(.kemKeyRefused, "another_device")
      }
      return ((), try insertion(of: entry, now: now, limits: limits, in: reader))
    }
  }

  /// A key identifier is taken once, for ever (protocol 3.6).
  static func insertion(
    of entry: KEMKeyEntry, now: UInt64, limits: RelayLimits, in reader: any RelayReader
  ) throws -> [RelayChange] {
    if let known = try reader.kemKey(entry.keyID, of: entry.owner) {
      guard known.body == entry.record.body else {
        throw RelayRefusal(.kemKeyRefused, "key_id_taken")
      }
      return []
    }
    guard
      try reader.kemKeyCount(of: entry.owner, unexpiredAt: now) < limits.kemKeysPerDevice
    else { throw RelayRefusal(.limitExceeded, "KEM keys of one device") }
    return [.insertKEMKey(entry)]
  }
}
