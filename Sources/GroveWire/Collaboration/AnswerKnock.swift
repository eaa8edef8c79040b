/// Accepting binds a fresh identity that no device holds to the asking account; ignoring tells it
/// nothing.
public struct AnswerKnock: Hashable, Sendable, Codable {
  /// True gives access; false hides the request from the owner for a day.
  public var accept: Bool

  /// The owner's decision about one knock.
  public init(accept: Bool) {
    self.accept = accept
  }
}
