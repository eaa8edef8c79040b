public import GroveIdentity

/// A meeting point of two devices while one is linked: 16 random bytes (protocol 3.8).
public struct RendezvousID: FixedBytes {
  public static let byteCount = 16
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}
