import GroveIdentity

extension RelayRules {
  /// The caller's own devices: when each was last seen, and until when it is written to.
  public static func devices(
    of caller: DeviceAddress, limits: RelayLimits, in reader: any RelayReader
  ) throws -> Result<[DeviceView], RelayRefusal> {
    try look {
      try reader.requireListed(caller)
      let ends = try reader.lastKeyEnds(of: caller.account)
      return try reader.lastSeen(of: caller.account).map { device, seen in
        DeviceView(
          device: device, lastSeenAt: seen,
          receivesUntil: min(ends[device] ?? 0, seen + limits.mailboxLifetime))
      }.sorted { $0.device < $1.device }
    }
  }
}
