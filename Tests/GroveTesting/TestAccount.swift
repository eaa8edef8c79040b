public import GroveIdentity
public import GroveMessage

/// A relay account with devices and a verified chain.
public struct TestAccount: Sendable {
  /// 2023-11-14T22:13:20Z, as in the vectors.
  public static let t0: UInt64 = 1_700_000_000_000

  public private(set) var devices: [TestDevice]
  public private(set) var chain: StatementChain

  /// An account whose first device founds it and adds the others in a second statement.
  public init(_ devices: [TestDevice], recoveryKey: PublicKey? = nil) throws {
    self.devices = Array(devices.prefix(1))
    chain = try StatementChain(
      genesis: .genesis(
        issuedAt: Self.t0, recoveryKey: recoveryKey, identityKey: devices[0].identityKey,
        baseKey: devices[0].baseKey.publicKey, flags: devices[0].flags))
    if devices.count > 1 { try change(to: devices) }
  }

  /// An account with devices named `name 1`, `name 2`, …
  public init(_ name: String, devices count: Int = 1) throws {
    try self.init((1...count).map { try TestDevice("\(name) \($0)") })
  }

  public var id: AccountID { chain.accountID }

  /// Publishes another list, signed by the first device.
  public mutating func change(to devices: [TestDevice]) throws {
    let record = try nextRecord(devices)
    switch chain.append(record) {
    case .appended: self.devices = devices
    case let other: throw TestAccountError(reason: "\(other)")
    }
  }

  /// The record after the newest, with a possession signature of every device that needs one.
  public func nextRecord(_ devices: [TestDevice], issuedAt: UInt64 = t0) throws
    -> SignedStatement
  {
    let previous = chain.newest
    let new = devices.filter { device in
      previous.device(device.id)?.baseKey != device.baseKey.publicKey
    }
    return try .next(
      after: previous, issuedAt: issuedAt, recoveryKey: previous.recoveryKey,
      devices: devices.map(\.entry), signedBy: .device(self.devices[0].identityKey),
      possession: new.map { try $0.possession(after: previous) })
  }
}

/// A test's own setup was refused.
public struct TestAccountError: Error {
  public let reason: String
}
