/// Milliseconds since some moment in the past, never going back: for waiting and rates, not dates.
package enum MonotonicClock {
  private static let start = ContinuousClock.now

  package static let milliseconds: @Sendable () -> UInt64 = {
    let elapsed = (ContinuousClock.now - start).components
    return UInt64(elapsed.seconds) * 1000 + UInt64(elapsed.attoseconds / 1_000_000_000_000_000)
  }
}
