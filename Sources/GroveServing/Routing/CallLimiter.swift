import GroveWire

/// The rates of one route.
struct CallLimiter: Sendable {
  private let perAddress: RateLimiter?
  private let perCaller: RateLimiter?

  /// - Parameters:
  ///   - name: the route's.
  ///   - shared: the nodes that count along; nil: none.
  init(_ limits: RouteLimits, of name: String, among shared: SharedRates?) {
    perAddress = limits.perAddress.map {
      RateLimiter($0, named: "\(name) by address", among: shared)
    }
    perCaller = limits.perCaller.map { RateLimiter($0, named: "\(name) by caller", among: shared) }
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
