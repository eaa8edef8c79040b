public import GroveIdentity

/// One message left at a rendezvous while a device is being linked (protocol 3.8). Anyone who knows
/// the 16 random bytes may read and write; a rendezvous lasts 10 minutes and holds 16 messages of 8
/// KiB.
public struct RendezvousMessage: Hashable, Sendable, Codable {
  /// One encoded `DeviceLinkMessage`, at most 8 KiB.
  public var data: Base64URLBytes

  /// Made by either of the two devices.
  public init(data: Base64URLBytes) {
    self.data = data
  }
}
