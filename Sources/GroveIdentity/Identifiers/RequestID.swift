/// An idempotency key: the same request sent twice is carried out once (protocol 9.3).
public struct RequestID: FixedBytes {
  public static let byteCount = 16
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}
