public import GroveIdentity

/// The SHA-256 of a session's secret identifier: what is stored, and what challenges are bound to
/// (protocol 7.2). The identifier itself is never kept.
public struct SessionHash: FixedBytes {
  public static let byteCount = 32
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}
