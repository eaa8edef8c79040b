public import GroveIdentity

/// The caller's own devices, as the relay sees them.
public struct OwnDevices: Hashable, Sendable, Codable {
  /// One device of the account's newest statement.
  public struct Device: Hashable, Sendable, Codable {
    /// The device, by its identity key's hash.
    public var deviceID: DeviceID
    /// Milliseconds: its last sign-in.
    public var lastSeenAt: DecimalUInt64
    /// Milliseconds: from then on nobody writes to it, unless it comes back before.
    public var receivesUntil: DecimalUInt64

    /// A row of `OwnDevices`.
    public init(
      deviceID: DeviceID, lastSeenAt: DecimalUInt64, receivesUntil: DecimalUInt64
    ) {
      self.deviceID = deviceID
      self.lastSeenAt = lastSeenAt
      self.receivesUntil = receivesUntil
    }
  }

  /// All of them, the asking one too.
  public var devices: [Device]

  /// What a relay answers to `RelayRoutes.ownDevices`.
  public init(devices: [Device]) {
    self.devices = devices
  }
}
