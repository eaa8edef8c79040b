/// An identity: the root of a person's device tree in one collaboration (protocol 5).
public struct RootHash: FixedBytes {
  public static let byteCount = 32
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}
