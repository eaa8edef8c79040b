public import GroveIdentity
public import GroveMessage

/// An account as anybody signed in may look it up: its whole chain and its usable KEM keys.
public struct RelayAccount: Hashable, Sendable, Codable {
  public var accountID: AccountID
  public var handle: String
  public var name: String
  /// The chain from the sequence number asked for (default 0) to the newest.
  public var statements: [SignedStatement]
  /// The unexpired KEM keys of the devices in the newest statement.
  public var kemKeys: [SignedKEMKey]

  public init(
    accountID: AccountID, handle: String, name: String, statements: [SignedStatement],
    kemKeys:
      [SignedKEMKey]
  ) {
    self.accountID = accountID
    self.handle = handle
    self.name = name
    self.statements = statements
    self.kemKeys = kemKeys
  }
}
