/// What a rule answers, and what is written if so. Pure: made from the rows its command touches,
/// with time and randomness passed in, so a store may make it again after a conflict.
public struct Decision<Answer: Sendable>: Sendable {
  /// Row-level writes, applied in order in the transaction that read the rows.
  public var changes: [CollaborationChange]
  /// What the caller is told once the changes are durable; often an `Outcome`.
  public var answer: Answer

  /// Without changes: a look, a refusal, or a retry of what was done before.
  public init(_ answer: Answer, changes: [CollaborationChange] = []) {
    self.changes = changes
    self.answer = answer
  }
}

/// An answer, or the reason why there is none.
public typealias Outcome<Value> = Result<Value, CollaborationRefusal>

extension Decision {
  /// Nothing is changed by what is refused.
  static func refused<Value>(_ refusal: CollaborationRefusal) -> Self
  where Answer == Outcome<Value> {
    Decision(.failure(refusal))
  }

  static func answered<Value>(_ value: Value, changes: [CollaborationChange] = []) -> Self
  where Answer == Outcome<Value> {
    Decision(.success(value), changes: changes)
  }
}
