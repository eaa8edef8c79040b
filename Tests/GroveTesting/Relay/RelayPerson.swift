public import GroveIdentity
public import GroveMessage
public import RelayDomain

/// A person with real keys and a real chain, for tests of the relay.
public struct RelayPerson: Sendable {
  public struct Device: Sendable {
    public let identityKey = SigningKey()
    public let baseKey = SigningKey()
    public var flags: DeviceEntry.Flags = [.mayChangeDeviceList, .takesPartInCollaborations]
    public var entry: DeviceEntry {
      DeviceEntry(flags: flags, identityKey: identityKey.publicKey, baseKey: baseKey.publicKey)
    }
    public var id: DeviceID { entry.deviceID }
    public init() {}
  }

  public let handle: String
  public let recoveryKey = SigningKey()
  public private(set) var devices: [Device]
  public private(set) var chain: StatementChain
  public var accountID: AccountID { chain.accountID }

  /// One device; the account is not signed up anywhere yet.
  public init(_ handle: String, issuedAt: UInt64 = 1) throws {
    self.handle = handle
    let device = Device()
    devices = [device]
    chain = try StatementChain(
      genesis: .genesis(
        issuedAt: issuedAt, recoveryKey: recoveryKey.publicKey, identityKey: device.identityKey,
        baseKey: device.baseKey.publicKey))
  }

  public func address(_ index: Int = 0) -> DeviceAddress {
    DeviceAddress(account: accountID, device: devices[index].id)
  }

  /// A KEM key of one of the devices, signed.
  public func kemKey(
    _ index: Int = 0, keyID: UInt32 = 1, from notBefore: UInt64 = 0,
    lasting: UInt64 = 7 * 86_400_000
  ) throws -> SignedKEMKey {
    try SignedKEMKey(
      KEMKeyRecord(
        accountID: accountID, deviceID: devices[index].id, keyID: keyID, notBefore: notBefore,
        notAfter: notBefore + lasting, kemPublicKey: SigningKey().publicKey),
      signedBy: devices[index].identityKey)
  }

  /// The next statement, adding a device that signs its possession. Not taken into the chain.
  public func adding(_ device: Device, at issuedAt: UInt64 = 2) throws -> SignedStatement {
    try .next(
      after: chain.newest, issuedAt: issuedAt, recoveryKey: recoveryKey.publicKey,
      devices: chain.newest.devices + [device.entry],
      signedBy: .device(devices[0].identityKey),
      possession: [
        SignedStatement.Possession(
          entry: device.entry, accountID: accountID, prevHash: chain.newestHash,
          signedBy: device.identityKey)
      ])
  }

  /// The next statement, without one of the devices. Not taken into the chain.
  public func removing(
    _ index: Int, by signer: Int = 0, at issuedAt: UInt64 = 3
  ) throws -> SignedStatement {
    try .next(
      after: chain.newest, issuedAt: issuedAt, recoveryKey: recoveryKey.publicKey,
      devices: chain.newest.devices.filter { $0.deviceID != devices[index].id },
      signedBy: .device(devices[signer].identityKey), possession: [])
  }

  /// A statement by the recovery key that leaves only a new device. Not taken into the chain.
  public func recovering(to device: Device, at issuedAt: UInt64 = 4) throws -> SignedStatement {
    try .next(
      after: chain.newest, issuedAt: issuedAt, recoveryKey: recoveryKey.publicKey,
      devices: [device.entry], signedBy: .recovery(recoveryKey),
      possession: [
        SignedStatement.Possession(
          entry: device.entry, accountID: accountID, prevHash: chain.newestHash,
          signedBy: device.identityKey)
      ])
  }

  /// Takes a statement into the chain, and its new device with it.
  public mutating func take(_ statement: SignedStatement, with device: Device? = nil) throws {
    chain = try chain.appending(statement).get()
    if let device { devices.append(device) }
    let listed = Set(chain.newest.devices.map(\.deviceID))
    devices.removeAll { !listed.contains($0.id) }
  }
}
