public import GroveMessage

/// An account as anybody signed in may look it up.
public struct AccountView: Hashable, Sendable {
  /// The account with its handle and name.
  public var account: AccountRecord
  /// From the sequence number asked for, in order.
  public var statements: [SignedStatement]
  /// Unexpired keys of the devices in the newest statement.
  public var kemKeys: [SignedKEMKey]
  /// Where the chain goes on after this page; the keys come with the last one.
  public var next: UInt64?

  /// Made by `RelayRules.lookUp`; for recovery it is without keys.
  public init(
    account: AccountRecord, statements: [SignedStatement], kemKeys: [SignedKEMKey],
    next: UInt64? = nil
  ) {
    self.account = account
    self.statements = statements
    self.kemKeys = kemKeys
    self.next = next
  }
}
