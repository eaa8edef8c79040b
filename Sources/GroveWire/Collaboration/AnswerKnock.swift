/// Accepting binds a fresh identity that no device holds to the asking account; ignoring tells it
/// nothing.
public struct AnswerKnock: Hashable, Sendable, Codable {
  public var accept: Bool

  public init(accept: Bool) {
    self.accept = accept
  }
}
