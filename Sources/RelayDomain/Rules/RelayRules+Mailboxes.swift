extension RelayRules {
  /// What waits after a position, oldest first.
  ///
  /// A position the mailbox has not reached comes from another relay or from before a restored
  /// backup. It is refused: waiting for that number would hide everything below it.
  public static func mailbox(
    of caller: DeviceAddress, after position: UInt64, limit: Int, now: UInt64,
    limits: RelayLimits, in reader: any RelayReader
  ) throws -> Result<MailboxContents, RelayRefusal> {
    try look {
      try reader.requireListed(caller)
      let last = try reader.mailbox(caller).last
      guard position <= last else { throw RelayRefusal(.positionUnknown) }
      let entries = try reader.entries(
        of: caller, after: position, limit: limit, bytes: limits.mailboxPageBytes)
      return MailboxContents(
        entries: entries.filter { $0.isDelivered(at: now) },
        more: (entries.last?.sequence ?? last) < last)
    }
  }

  /// What has come after a position, for a stream of the device that waits there: its right was looked up when it began to
  /// wait, and whoever takes it away ends the stream, so it is not looked up here.
  /// - Returns: the entries and where they end; nil where there are none, or so many that the stream reads them itself.
  public static func tail(
    of device: DeviceAddress, after position: UInt64, limit: Int, bytes: Int, now: UInt64,
    in reader: any RelayReader
  ) throws -> (entries: [MailboxEntry], position: UInt64)? {
    let entries = try reader.entries(of: device, after: position, limit: limit, bytes: bytes)
    guard let last = entries.last, entries.count < limit,
      entries.reduce(0, { $0 + $1.payload.size }) < bytes
    else { return nil }
    return (entries.filter { $0.isDelivered(at: now) }, last.sequence)
  }

  /// The device has everything up to the sequence: the relay forgets it. Again is no change.
  public static func acknowledge(
    upTo sequence: UInt64, by caller: DeviceAddress, in reader: any RelayReader
  ) throws -> RelayAnswer<Void> {
    try decide {
      try reader.requireListed(caller)
      guard try sequence <= reader.mailbox(caller).last else {
        throw RelayRefusal(.positionUnknown)
      }
      return ((), [.acknowledge(caller, upTo: sequence)])
    }
  }
}

extension MailboxEntry {
  /// A pushed message that has outlived its time is passed over (RFC 8030, 5.2).
  fileprivate func isDelivered(at now: UInt64) -> Bool {
    if case .notice(let notice) = payload { now < notice.expiresAt } else { true }
  }
}
