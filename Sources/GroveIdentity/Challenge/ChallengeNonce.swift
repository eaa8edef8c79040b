/// What makes a challenge single-use: 16 random bytes, consumed in the grant (protocol 7.2, 7.3).
public struct ChallengeNonce: FixedBytes {
  public static let byteCount = 16
  public let bytes: [UInt8]
  public init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}
