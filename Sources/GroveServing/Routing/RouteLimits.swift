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
  /// Bytes of the room for large answers that are taken before one is made, about what it is at most; then it is held there
  /// until its reader has it. Nil: an answer is small.
  package var answer: Int?

  package init(
    body: Int = 65_536, perAddress: RateLimit? = nil, perCaller: RateLimit? = nil,
    turns: CallerTurns? = nil, answer: Int? = nil
  ) {
    self.turns = turns
    self.answer = answer
    self.body = body
    self.perAddress = perAddress
    self.perCaller = perCaller
  }
}
