public import GroveIdentity
public import GroveMessage

/// A relay account without its chain and keys.
public struct AccountRecord: Hashable, Sendable {
  public var accountID: AccountID
  public var handle: Handle
  public var name: String
  /// The newest statement.
  public var head: StatementReference

  public init(accountID: AccountID, handle: Handle, name: String, head: StatementReference) {
    self.accountID = accountID
    self.handle = handle
    self.name = name
    self.head = head
  }
}
