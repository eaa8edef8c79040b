import GroveWire

/// The rates of one route.
struct CallLimiter: Sendable {
  private let perAddress: RateLimiter?
  private let perCaller: RateLimiter?

  init(_ limits: RouteLimits) {
    perAddress = limits.perAddress.map { RateLimiter($0) }
    perCaller = limits.perCaller.map { RateLimiter($0) }
  }

  /// - Throws: `rate_limited`.
  func count(address: @autoclosure () -> String) throws(Problem) {
    if let perAddress { try perAddress.take(address()) }
  }

  /// - Throws: `rate_limited`.
  func count(caller: @autoclosure () -> String) throws(Problem) {
    if let perCaller { try perCaller.take(caller()) }
  }
}
