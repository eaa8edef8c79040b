public import GroveIdentity
import GroveMessage

extension RelayRules {
  /// A new account: its handle is free and its genesis statement unknown here.
  public static func signUp(_ command: VerifiedSignUp, in reader: any RelayReader) throws
    -> RelayAnswer<AccountView>
  {
    try decide {
      guard try reader.account(command.accountID) == nil else {
        throw RelayRefusal(.accountExists)
      }
      guard try reader.accountID(of: command.handle) == nil else {
        throw RelayRefusal(.handleTaken)
      }
      let account = AccountRecord(
        accountID: command.accountID, handle: command.handle, name: command.name,
        head: command.genesis.reference)
      let devices = command.genesis.devices.flatMap { device -> [RelayChange] in
        let address = DeviceAddress(account: command.accountID, device: device.deviceID)
        return [
          .insertDevice(address, identityKey: device.identityKey),
          .sawDevice(address, at: command.receivedAt),
        ]
      }
      let view = AccountView(
        account: account, statements: [command.record], kemKeys: [command.kemKey.record])
      return (
        view,
        [.insertAccount(account, genesis: command.record)] + devices
          + [.insertKEMKey(command.kemKey)]
      )
    }
  }

  /// Which account holds a handle.
  public static func lookUp(
    handle: Handle, by caller: DeviceAddress, in reader: any RelayReader
  ) throws -> Result<AccountID, RelayRefusal> {
    try look {
      try reader.requireListed(caller)
      guard let account = try reader.accountID(of: handle) else { throw RelayRefusal(.notFound) }
      return account
    }
  }

  /// A page of an account's chain from a number on; with the last one the KEM keys that can be used now
  /// or soon.
  public static func lookUp(
    account id: AccountID, from seq: UInt64, by caller: DeviceAddress, now: UInt64,
    limits: RelayLimits, in reader: any RelayReader
  ) throws -> Result<AccountView, RelayRefusal> {
    try look {
      try reader.requireListed(caller)
      guard let account = try reader.account(id) else { throw RelayRefusal(.notFound) }
      var view = try chainPage(of: account, from: seq, limits, reader)
      if view.next == nil { view.kemKeys = try reader.kemKeys(of: id, unexpiredAt: now) }
      return view
    }
  }

  private static func chainPage(
    of account: AccountRecord, from seq: UInt64, _ limits: RelayLimits, _ reader: any RelayReader
  ) throws -> AccountView {
    let page = try reader.statements(
      of: account.accountID, from: seq, bytes: limits.listPageBytes)
    let next = seq.addingReportingOverflow(UInt64(page.count)).partialValue
    return AccountView(
      account: account, statements: page, kemKeys: [],
      next: !page.isEmpty && next <= account.head.seq ? next : nil)
  }

  /// The chain of a handle's account for somebody who holds no device of it: who can make the next
  /// statement with the recovery code shows so by making it (decision 0009). No KEM keys: nobody
  /// writes to a device by this.
  public static func lookUpForRecovery(
    handle: Handle, from seq: UInt64, limits: RelayLimits, in reader: any RelayReader
  ) throws -> Result<AccountView, RelayRefusal> {
    try look {
      guard let id = try reader.accountID(of: handle), let account = try reader.account(id) else {
        throw RelayRefusal(.notFound)
      }
      return try chainPage(of: account, from: seq, limits, reader)
    }
  }

  /// A read whose refusal is a value.
  static func look<Value>(_ look: () throws -> Value) throws -> Result<Value, RelayRefusal> {
    do {
      return .success(try look())
    } catch let refusal as RelayRefusal {
      return .failure(refusal)
    }
  }
}
