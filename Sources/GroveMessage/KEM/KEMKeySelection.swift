public import GroveIdentity

/// Which key a sender seals to (protocol 3.6).
public enum KEMKeySelection {
  /// Among the records usable at `now`: the greatest `notBefore`, then the greatest `keyID`.
  ///
  /// - Parameter records: verified records of one device.
  /// - Returns: nil where none is usable; a sender then does not seal to that device.
  public static func newest(of records: some Sequence<KEMKeyRecord>, at now: UInt64)
    -> KEMKeyRecord?
  {
    records.filter { $0.usable(at: now) }
      .max(by: precedes)
  }

  private static func precedes(_ one: KEMKeyRecord, _ other: KEMKeyRecord) -> Bool {
    (one.notBefore, one.keyID) < (other.notBefore, other.keyID)
  }

  /// One key for each device of the account's newest statement that has a usable one. Records
  /// that do not verify count as absent: a relay cannot stop a message by adding rubbish. Verified is what would be
  /// taken, and no more: a signature costs as much as sealing to the key.
  public static func newest(
    of records: some Sequence<SignedKEMKey>, in chain: StatementChain, at now: UInt64
  ) -> [DeviceID: KEMKeyRecord] {
    let usable = records.compactMap { signed in
      (try? KEMKeyRecord(encoded: signed.body.bytes)).map { (signed: signed, record: $0) }
    }.filter { $0.record.usable(at: now) }
    return Dictionary(grouping: usable, by: \.record.deviceID).compactMapValues { those in
      let newestFirst = those.sorted { precedes($1.record, $0.record) }
      return newestFirst.lazy.compactMap { try? $0.signed.verified(in: chain).get() }.first
    }
  }
}
