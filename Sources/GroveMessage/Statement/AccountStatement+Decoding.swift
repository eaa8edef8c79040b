import GroveIdentity

extension AccountStatement {
  /// Reads a body strictly: what it accepts is exactly what the other initialiser writes.
  /// - Throws: `malformed` for any other bytes, or the rule of 3.5.1 that the statement breaks.
  public init(encoded: [UInt8]) throws(StatementRefusal) {
    let parts: Parts
    do {
      parts = try Parts(encoded)
    } catch {
      throw .malformed
    }
    guard (1...Self.maximumDevices).contains(Int(parts.count)) else { throw .deviceCount }
    guard zip(parts.devices, parts.devices.dropFirst()).allSatisfy({ $0.deviceID < $1.deviceID })
    else { throw .devicesOutOfOrder }
    try self.init(
      accountID: parts.accountID, seq: parts.seq, prevHash: parts.prevHash,
      issuedAt: parts.issuedAt, recoveryKey: parts.recoveryKey, devices: parts.devices)
  }

  /// What the statement alone can show (protocol 3.4, 3.5.1).
  func checkOwnRules() throws(StatementRefusal) {
    guard Set(devices.map(\.deviceID)).count == devices.count else { throw .devicesOutOfOrder }
    guard devices.allSatisfy(\.hasDerivedID) else { throw .deviceIDMismatch }
    let keys = devices.flatMap { [$0.identityKey, $0.baseKey] } + [recoveryKey].compactMap { $0 }
    guard Set(keys).count == keys.count else { throw .duplicateKey }
    guard recoveryKey != nil || devices.contains(where: { $0.flags.contains(.mayChangeDeviceList) })
    else { throw .nobodyMayChange }
  }

  /// The body's members as written, before any rule has been applied.
  private struct Parts {
    var accountID: AccountID
    var seq: UInt64
    var prevHash: StatementHash
    var issuedAt: UInt64
    var recoveryKey: PublicKey?
    var count: UInt16
    var devices: [DeviceEntry] = []

    init(_ body: [UInt8]) throws(IdentityError) {
      var reader = ByteReader(body)
      guard try reader.u8() == 1 else { throw IdentityError(.malformed, "statement version") }
      accountID = AccountID(unchecked: try reader.raw(AccountID.byteCount))
      seq = try reader.u64()
      prevHash = StatementHash(unchecked: try reader.raw(StatementHash.byteCount))
      issuedAt = try reader.u64()
      switch try reader.u8() {
      case 0: recoveryKey = nil
      case 1: recoveryKey = try PublicKey(try reader.raw(65))
      default: throw IdentityError(.malformed, "hasRecovery")
      }
      count = try reader.u16()
      // The length is compared before any key is decoded: a point costs microseconds, and a
      // stranger chooses the count.
      guard reader.remaining == Int(count) * DeviceEntry.byteCount else {
        throw IdentityError(.malformed, "device count")
      }
      guard count <= AccountStatement.maximumDevices else { return }
      for _ in 0..<count { devices.append(try DeviceEntry(from: &reader)) }
    }
  }
}
