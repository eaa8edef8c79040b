public import GroveMessage

/// Appends a statement to the caller's own chain; devices it no longer lists lose their tokens,
/// streams and mailboxes in the same step.
public struct PublishStatement: Hashable, Sendable, Codable {
  public var statement: SignedStatement
  /// The first KEM key of a device that this statement adds, so that it can be written to at once.
  public var kemKey: SignedKEMKey?

  public init(statement: SignedStatement, kemKey: SignedKEMKey? = nil) {
    self.statement = statement
    self.kemKey = kemKey
  }
}
