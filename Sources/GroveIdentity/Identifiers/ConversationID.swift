/// A conversation, chosen at random by the device that starts it (protocol 10.4).
public struct ConversationID: FixedBytes {
  public static let byteCount = 16
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}
