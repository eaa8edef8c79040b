/// A relay account: the hash of its genesis statement, so it certifies itself (protocol 3.4).
public struct AccountID: FixedBytes {
  public static let byteCount = 32
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}
