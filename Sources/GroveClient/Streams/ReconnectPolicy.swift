/// When to try again after a stream broke. Pure: the shell waits.
///
/// Delays double from the first to the longest; half of each is random, so that a thousand devices
/// that lost one relay at one moment do not come back at one moment.
public struct ReconnectPolicy: Hashable, Sendable {
  /// Milliseconds.
  public var firstDelay: UInt64
  /// Milliseconds.
  public var longestDelay: UInt64

  /// Milliseconds both: by default a quarter of a second and half a minute.
  public init(firstDelay: UInt64 = 250, longestDelay: UInt64 = 30_000) {
    self.firstDelay = firstDelay
    self.longestDelay = longestDelay
  }

  /// How long to wait before an attempt.
  /// - Parameters:
  ///   - attempt: 1 for the first try after a stream that worked.
  ///   - random: any number; only its remainder is used.
  ///   - retryAfter: seconds the server asked for.
  /// - Returns: milliseconds to wait.
  public func delay(attempt: Int, random: UInt64, retryAfter: Int? = nil) -> UInt64 {
    let doublings = UInt64(min(max(attempt - 1, 0), 20))
    let (grown, overflow) = firstDelay.multipliedReportingOverflow(by: 1 << doublings)
    let full = max(1, overflow ? longestDelay : min(grown, longestDelay))
    let jittered = full - full / 2 + random % (full / 2 + 1)
    return max(jittered, UInt64(max(0, retryAfter ?? 0)) * 1000)
  }

  /// False for refusals that waiting does not change.
  public func shouldRetry(_ error: ClientError) -> Bool { error.isTemporary }
}
