public import GroveIdentity

extension SignedStatement {
  /// The statement inside, if it is valid directly after `previous` (protocol 3.5, 3.5.1).
  ///
  /// For one who keeps a chain record by record, as a relay does, and would pay for the whole chain
  /// with every new link. Everybody else holds a `StatementChain`.
  /// - Parameter previous: a statement that has been verified itself.
  /// - Throws: why it is not valid there.
  public func verified(after previous: AccountStatement, of account: AccountID)
    throws(StatementRefusal) -> AccountStatement
  {
    let check = try StatementCheck(self)
    guard check.statement.seq > previous.seq, check.statement.seq - previous.seq == 1 else {
      throw .sequenceSkipped
    }
    try check.follows(previous, of: account)
    return check.statement
  }
}
