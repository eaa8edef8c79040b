/// What one route takes at most.
package struct RouteLimits: Sendable {
  /// Bytes of body.
  package var body: Int
  /// Requests from one address; nil: no limit of its own.
  package var perAddress: RateLimit?
  /// Requests of one caller.
  package var perCaller: RateLimit?

  /// Where requests of one caller are answered one after the other; nil: beside each other.
  package var turns: CallerTurns?

  package init(
    body: Int = 65_536, perAddress: RateLimit? = nil, perCaller: RateLimit? = nil,
    turns: CallerTurns? = nil
  ) {
    self.turns = turns
    self.body = body
    self.perAddress = perAddress
    self.perCaller = perCaller
  }
}
