/// A device: the first 16 bytes of `H(DS("device") || DIK)` (protocol 3.2).
public struct DeviceID: FixedBytes {
  public static let byteCount = 16
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}
