public import GroveIdentity

/// The caller's own devices, as the relay sees them.
public struct OwnDevices: Hashable, Sendable, Codable {
  public struct Device: Hashable, Sendable, Codable {
    public var deviceID: DeviceID
    /// Milliseconds: its last sign-in.
    public var lastSeenAt: DecimalUInt64
    /// Milliseconds: from then on nobody writes to it, unless it comes back before.
    public var receivesUntil: DecimalUInt64

    public init(
      deviceID: DeviceID, lastSeenAt: DecimalUInt64, receivesUntil: DecimalUInt64
    ) {
      self.deviceID = deviceID
      self.lastSeenAt = lastSeenAt
      self.receivesUntil = receivesUntil
    }
  }

  public var devices: [Device]

  public init(devices: [Device]) {
    self.devices = devices
  }
}
