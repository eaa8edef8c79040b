/// How often presence is told. Pure.
///
/// Every change is told to every stream as the whole list, so what somebody puts is multiplied by
/// those who look on. The more that is, the longer the changes of all are gathered: a document's
/// presence costs the server so many bytes in a second at most, whatever is put.
public enum PresenceThrottle {
  /// Bytes a second to all streams of one document together.
  public static let bytesPerSecond = 4 << 20
  /// Milliseconds between two tellings, at least.
  public static let shortest: UInt64 = 100
  /// Milliseconds between two tellings, at most.
  public static let longest: UInt64 = 10_000

  /// The pause after telling a list of so many bytes to so many streams.
  /// - Returns: milliseconds until a document's presence may be told again.
  public static func interval(bytes: Int, streams: Int) -> UInt64 {
    let cost = UInt64(max(0, bytes)) * UInt64(max(1, streams))
    return min(longest, max(shortest, cost * 1000 / UInt64(bytesPerSecond)))
  }
}
