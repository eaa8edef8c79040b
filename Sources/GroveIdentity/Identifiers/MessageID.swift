/// A logical message, the same in every device's envelope (protocol 10.5).
public struct MessageID: FixedBytes {
  public static let byteCount = 16
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}
