public import GroveIdentity

/// A document as the collaboration server names it: 16 random bytes.
public struct DocumentID: FixedBytes {
  public static let byteCount = 16
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}
