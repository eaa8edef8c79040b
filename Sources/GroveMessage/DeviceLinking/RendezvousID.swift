public import GroveIdentity

/// Where two devices meet at the relay while one is linked: 16 random bytes of the new device,
/// known only to who has scanned its code (protocol 3.8).
public struct RendezvousID: FixedBytes {
  public static let byteCount = 16
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}
