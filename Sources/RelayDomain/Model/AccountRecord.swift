public import GroveIdentity
public import GroveMessage

/// A relay account without its chain and keys.
public struct AccountRecord: Hashable, Sendable {
  /// The genesis statement's hash; it certifies itself.
  public var accountID: AccountID
  /// Unique at this relay.
  public var handle: Handle
  /// What its person is called until contacts choose otherwise, 1..128 bytes.
  public var name: String
  /// The newest statement.
  public var head: StatementReference

  /// Made at sign-up, and by a store from its row.
  public init(accountID: AccountID, handle: Handle, name: String, head: StatementReference) {
    self.accountID = accountID
    self.handle = handle
    self.name = name
    self.head = head
  }
}
