import Crypto
public import GroveIdentity

/// A list of an account's devices, one link of its chain (protocol 3.4).
///
/// A value of this type is well formed and obeys the rules a statement can show by itself
/// (protocol 3.5.1). Whether it was signed by somebody who may, only `StatementChain` says.
public struct AccountStatement: Hashable, Sendable {
  /// More are refused with `deviceCount` (protocol 18.5).
  public static let maximumDevices = 32

  /// 0, 1, 2, …; 0 is the genesis statement.
  public let seq: UInt64
  /// The account as written in the body: zero in the genesis statement, which cannot contain its
  /// own hash.
  public let writtenAccountID: AccountID
  /// Zero in the genesis statement.
  public let prevHash: StatementHash
  /// Milliseconds since 1970, by the signer's clock.
  public let issuedAt: UInt64
  /// May sign the next statement, whatever the devices say (protocol 11.6).
  public let recoveryKey: PublicKey?
  /// 1 to 32, ascending by deviceID.
  public let devices: [DeviceEntry]
  /// The body in its one encoding.
  public let encoded: [UInt8]
  /// `H(DS("account-statement") || body)`.
  public let hash: StatementHash

  /// The account this statement belongs to: for the genesis statement, its own hash.
  public var accountID: AccountID {
    seq == 0 ? AccountID(unchecked: hash.bytes) : writtenAccountID
  }

  /// Number and hash, as messages and invitations name it.
  public var reference: StatementReference { StatementReference(seq: seq, hash: hash) }

  /// What the statement's signature is over.
  public var signedBytes: [UInt8] { DomainLabel.accountStatement.prefix + encoded }

  /// Nil where this statement does not list the device.
  public func device(_ id: DeviceID) -> DeviceEntry? {
    devices.first { $0.deviceID == id }
  }

  /// Makes a statement; the devices may come in any order.
  /// - Throws: the rule of protocol 3.5.1 that the parts break.
  public init(
    accountID: AccountID, seq: UInt64, prevHash: StatementHash, issuedAt: UInt64,
    recoveryKey: PublicKey?, devices: [DeviceEntry]
  ) throws(StatementRefusal) {
    self.seq = seq
    self.writtenAccountID = accountID
    self.prevHash = prevHash
    self.issuedAt = issuedAt
    self.recoveryKey = recoveryKey
    self.devices = devices.sorted { $0.deviceID < $1.deviceID }
    guard (1...Self.maximumDevices).contains(devices.count) else { throw .deviceCount }
    var writer = ByteWriter(capacity: 160 + devices.count * DeviceEntry.byteCount)
    writer.u8(1)
    writer.raw(accountID.bytes)
    writer.u64(seq)
    writer.raw(prevHash.bytes)
    writer.u64(issuedAt)
    writer.u8(recoveryKey == nil ? 0 : 1)
    if let recoveryKey { writer.raw(recoveryKey.bytes) }
    writer.u16(UInt16(devices.count))
    for device in self.devices { writer.raw(device.encoded) }
    self.encoded = writer.bytes
    self.hash = Self.hash(of: writer.bytes)
    try checkOwnRules()
  }

  static func hash(of body: [UInt8]) -> StatementHash {
    StatementHash(
      unchecked: Array(SHA256.hash(data: DomainLabel.accountStatement.prefix + body)))
  }
}
