public import GroveIdentity

/// An account's device lists from its first to its newest, each signed by a key that was allowed to
/// (protocol 3.5, 3.5.1).
///
/// There is no way to make one from anything but valid statements, so who holds a chain holds a
/// verified one. It never forgets a record: a newcomer is sent all of them.
public struct StatementChain: Hashable, Sendable {
  /// The statements with their signatures, in order of `seq`, for resending.
  public private(set) var records: [SignedStatement]
  /// `statements[i].seq == i`; never empty.
  public private(set) var statements: [AccountStatement]

  /// A chain of one statement.
  /// - Throws: why the record is no valid genesis statement.
  public init(genesis: SignedStatement) throws(StatementRefusal) {
    let statement = try StatementCheck(genesis).genesis()
    records = [genesis]
    statements = [statement]
    newest = statement
    accountID = statement.accountID
  }

  /// Verifies a whole chain as somebody sent it.
  /// - Throws: why the first record that does not hold is refused.
  public init(records: [SignedStatement]) throws(StatementRefusal) {
    guard let genesis = records.first else { throw .notGenesis }
    try self.init(genesis: genesis)
    for record in records.dropFirst() {
      if case .refused(let refusal) = append(record) { throw refusal }
    }
    // A record told twice, or a fork inside the list, is no chain.
    guard statements.count == records.count else { throw .fork }
  }

  /// The hash of the genesis statement: the account certifies itself.
  public let accountID: AccountID
  /// The device list that counts now.
  public private(set) var newest: AccountStatement
  /// Equal on two devices exactly where their whole chains are.
  public var newestHash: StatementHash { newest.hash }
  /// The newest statement with its signatures, as it travels.
  public var newestRecord: SignedStatement { records[records.count - 1] }

  /// Nil for a number beyond the newest.
  public func statement(_ seq: UInt64) -> AccountStatement? {
    seq < UInt64(statements.count) ? statements[Int(seq)] : nil
  }

  /// The statement with this number and hash, where this chain has it.
  public func statement(_ reference: StatementReference) -> AccountStatement? {
    statement(reference.seq).flatMap { $0.hash == reference.hash ? $0 : nil }
  }

  /// The same with number and hash given apart.
  public func statement(seq: UInt64, hash: StatementHash) -> AccountStatement? {
    statement(StatementReference(seq: seq, hash: hash))
  }

  /// The signed statement of this number, for resending and as evidence; nil beyond the newest.
  public func record(_ seq: UInt64) -> SignedStatement? {
    seq < UInt64(records.count) ? records[Int(seq)] : nil
  }

  /// Hashes cover everything a statement says, so equal newest hashes are equal histories.
  public static func == (left: Self, right: Self) -> Bool { left.newestHash == right.newestHash }
  /// By the newest hash, as equality is.
  public func hash(into hasher: inout Hasher) { hasher.combine(newestHash) }

  mutating func add(_ record: SignedStatement, _ statement: AccountStatement) {
    records.append(record)
    statements.append(statement)
    newest = statement
  }
}
