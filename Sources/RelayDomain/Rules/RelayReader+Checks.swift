import GroveIdentity
import GroveMessage

extension RelayReader {
  /// The caller's device is still in its account's list.
  ///
  /// Asked again inside every transaction: a token is looked up before it, and the device may be
  /// removed in between. After a removal has returned, nothing of that device is served.
  func requireListed(_ caller: DeviceAddress) throws {
    guard try isListed(caller) else { throw RelayRefusal(.unauthenticated) }
  }

  /// Every device of these accounts.
  func addresses(of accounts: some Sequence<AccountID>) throws -> [DeviceAddress] {
    try accounts.flatMap { account in
      try devices(of: account).sorted().map { DeviceAddress(account: account, device: $0) }
    }
  }

  /// The newest statement, which was verified before it was stored.
  func newestStatement(of account: AccountRecord) throws -> AccountStatement {
    try storedStatement(of: account.accountID, seq: account.head.seq)
  }

  func storedStatement(of account: AccountID, seq: UInt64) throws -> AccountStatement {
    guard let record = try statement(of: account, seq: seq),
      let statement = try? record.unverifiedStatement()
    else { throw RelayStoreError(.corrupt, "a stored statement") }
    return statement
  }
}
