package import GroveMessage

/// Which KEM keys a device forgets and which it makes, as their times come (protocol 3.6). Drawing a
/// key and publishing it is its shell's.
package enum KEMKeyRules {
  package struct Rotation: Hashable, Sendable {
    /// Numbers of keys that open nothing any more.
    package var forgotten: [UInt32] = []
    /// The number of the key that is due now.
    package var made: UInt32?
  }

  /// - Parameters:
  ///   - records: of the keys this device has, oldest first.
  ///   - lastKeyID: the greatest number ever taken: none is used twice.
  ///   - drainedAt: the newest time at which the mailbox was read to its end.
  package static func round(
    _ records: [KEMKeyRecord], lastKeyID: UInt32, at now: UInt64, drainedAt: UInt64?
  ) -> Rotation {
    let gone = records.filter { KEMKeyRotation.mayDelete($0, at: now, drainedAt: drainedAt) }
    let newest = records.last { !gone.contains($0) }
    let isDue = KEMKeyRotation.isDue(newest: newest, at: now)
    return Rotation(
      forgotten: gone.map(\.keyID),
      made: isDue ? KEMKeyRotation.nextKeyID(after: [lastKeyID]) : nil)
  }
}
