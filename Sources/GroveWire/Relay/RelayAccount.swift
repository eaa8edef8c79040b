public import GroveIdentity
public import GroveMessage

/// An account as anybody signed in may look it up: its chain and its usable KEM keys.
public struct RelayAccount: Hashable, Sendable, Codable {
  /// The genesis statement's hash; a reader checks that the chain leads to it.
  public var accountID: AccountID
  /// The name the account is found by at this relay, in lower case.
  public var handle: String
  /// What its person is called until contacts choose otherwise, 1..128 bytes; the relay's word.
  public var name: String
  /// The chain from the sequence number asked for (default 0): all of it or, where it is long, a page.
  public var statements: [SignedStatement]
  /// The unexpired KEM keys of the devices in the newest statement; they come with the last page.
  public var kemKeys: [SignedKEMKey]
  /// The `from` of the next page; absent in the last one.
  public var next: DecimalUInt64?

  /// What a relay answers to sign-up and to looking an account up. Nothing in it has been verified
  /// by the reader yet.
  public init(
    accountID: AccountID, handle: String, name: String, statements: [SignedStatement],
    kemKeys:
      [SignedKEMKey], next: DecimalUInt64? = nil
  ) {
    self.accountID = accountID
    self.handle = handle
    self.name = name
    self.statements = statements
    self.kemKeys = kemKeys
    self.next = next
  }
}
