/// Milliseconds since some moment in the past, never going back: for waiting and rates, not dates.
package enum MonotonicClock {
  private static let start = ContinuousClock.now

  package static let milliseconds: @Sendable () -> UInt64 = {
    // The first reader makes `start`: it has to come before `now`, or the difference is negative and
    // the conversion ends the process, whenever the thread is held up in between.
    let begin = MonotonicClock.start
    let elapsed = (ContinuousClock.now - begin).components
    return UInt64(elapsed.seconds) * 1000 + UInt64(elapsed.attoseconds / 1_000_000_000_000_000)
  }
}
