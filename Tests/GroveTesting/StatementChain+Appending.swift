public import GroveMessage

extension StatementChain {
  /// The chain with the statement, or why there is none.
  public func appending(_ record: SignedStatement) -> Result<StatementChain, StatementRefusal> {
    var longer = self
    if let refusal = longer.append(record).refusal { return .failure(refusal) }
    return .success(longer)
  }
}

extension StatementChain.AppendResult {
  /// Nil where the statement is part of the chain now.
  public var refusal: StatementRefusal? {
    switch self {
    case .appended, .alreadyKnown: nil
    case .forked: .fork
    case .refused(let refusal): refusal
    }
  }
}
