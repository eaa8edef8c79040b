public import GroveIdentity

/// The hash of an account statement, which is also what its signature signs (protocol 3.4).
public struct StatementHash: FixedBytes {
  public static let byteCount = 32
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}
