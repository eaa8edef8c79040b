/// A notice, chosen at random by its sender (protocol 12.4).
public struct NoticeID: FixedBytes {
  public static let byteCount = 16
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}
