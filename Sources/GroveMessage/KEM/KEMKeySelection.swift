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
      .max { ($0.notBefore, $0.keyID) < ($1.notBefore, $1.keyID) }
  }

  /// One key for each device of the account's newest statement that has a usable one. Records
  /// that do not verify count as absent: a relay cannot stop a message by adding rubbish.
  public static func newest(
    of records: some Sequence<SignedKEMKey>, in chain: StatementChain, at now: UInt64
  ) -> [DeviceID: KEMKeyRecord] {
    let verified = records.compactMap { try? $0.verified(in: chain).get() }
    return Dictionary(grouping: verified, by: \.deviceID)
      .compactMapValues { newest(of: $0, at: now) }
  }
}
