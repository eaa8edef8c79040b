public import GroveIdentity

/// A request for access: 16 random bytes.
public struct KnockID: FixedBytes {
  public static let byteCount = 16
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}
