public import GroveMessage

/// Appends a statement to the caller's own chain; devices it no longer lists lose their tokens,
/// streams and mailboxes in the same step.
public struct PublishStatement: Hashable, Sendable, Codable {
  /// The statement after the chain's newest.
  public var statement: SignedStatement
  /// The first KEM key of a device that this statement adds, so that it can be written to at once.
  public var kemKey: SignedKEMKey?

  /// Made by a device that changes its account's list, or with the recovery key.
  public init(statement: SignedStatement, kemKey: SignedKEMKey? = nil) {
    self.statement = statement
    self.kemKey = kemKey
  }
}
