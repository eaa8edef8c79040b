import GroveServing
import Logging
import StorePostgres
import Synchronization

/// Tells what a database refuses in the log, each kind at most every ten seconds: while it is away, every change and every
/// read is refused.
final class DatabaseFaults: Sendable {
  private struct Told {
    var at: UInt64
    var leftOut = 0
  }

  private static let every: UInt64 = 10_000

  private let told = Mutex<[PostgresFailure.Code: Told]>([:])
  private let logger: Logger
  private let now: @Sendable () -> UInt64

  /// - Parameter now: milliseconds of a clock that only goes on.
  init(_ logger: Logger, now: @escaping @Sendable () -> UInt64 = MonotonicClock.milliseconds) {
    self.logger = logger
    self.now = now
  }

  /// May be called as often as faults happen.
  func note(_ failure: PostgresFailure) {
    let now = now()
    let leftOut = told.withLock { told -> Int? in
      if let last = told[failure.code], now < last.at + Self.every {
        told[failure.code]?.leftOut += 1
        return nil
      }
      return told.updateValue(Told(at: now), forKey: failure.code)?.leftOut ?? 0
    }
    guard let leftOut else { return }
    var metadata: Logger.Metadata = ["failure": "\(failure)"]
    if leftOut > 0 { metadata["more"] = "\(leftOut)" }
    logger.error("PostgreSQL refuses", metadata: metadata)
  }
}
