import GroveIdentity

/// When a device makes its next KEM key and when it forgets an old one (protocol 3.6).
///
/// Old envelopes cannot be opened by whoever steals the device later than this: it is all the
/// forward secrecy there is (protocol 10.8).
public enum KEMKeyRotation {
  private static let day: UInt64 = 24 * 3_600_000
  /// A device makes a new key when its newest is this old: 7 days in milliseconds.
  public static let interval: UInt64 = 7 * day
  /// A private key is deleted this long after its `notAfter`: 14 days in milliseconds.
  public static let retention: UInt64 = 14 * day
  /// A new key is dated back by this (5 minutes in milliseconds), so that a sender whose clock is a
  /// little behind finds it usable at once. A new device would otherwise be unreachable for that
  /// long.
  public static let clockTolerance: UInt64 = 5 * 60_000

  /// Whether a device needs a new key now.
  /// - Parameter newest: its newest published record, whether usable or not.
  public static func isDue(newest: KEMKeyRecord?, at now: UInt64) -> Bool {
    guard let newest, newest.usable(at: now) else { return true }
    return now - newest.notBefore >= interval
  }

  /// From when to when a key made now is usable: the longest lifetime allowed, so that a device
  /// that is switched off for some weeks can still be written to.
  public static func validity(madeAt now: UInt64) -> (notBefore: UInt64, notAfter: UInt64) {
    let notBefore = now - min(now, clockTolerance)
    let (notAfter, overflow) = notBefore.addingReportingOverflow(KEMKeyRecord.maximumLifetime)
    return (notBefore, overflow ? .max : notAfter)
  }

  /// The next number of a device that has used `used`; nil after 2^32-1, when the device can only
  /// be linked anew.
  public static func nextKeyID(after used: some Sequence<UInt32>) -> UInt32? {
    guard let greatest = used.max() else { return 1 }
    return greatest == .max ? nil : greatest + 1
  }

  /// Whether the private half is to be deleted: 14 days after `notAfter`, or earlier once the
  /// device has read everything its mailbox held at a time past `notAfter`.
  ///
  /// - Parameter drainedAt: the newest time at which the mailbox was read to its end.
  public static func mayDelete(_ record: KEMKeyRecord, at now: UInt64, drainedAt: UInt64?) -> Bool {
    if let drainedAt, drainedAt >= record.notAfter { return true }
    return now >= record.notAfter && now - record.notAfter >= retention
  }
}
