import GroveClient
public import GroveIdentity
import GroveMessage
public import GroveSystem
import GroveWire

/// A device of this account.
public struct DeviceSummary: Hashable, Sendable {
  public let deviceID: DeviceID
  /// The device that answers.
  public let isThisDevice: Bool
  public let mayChangeDeviceList: Bool
  public let takesPartInCollaborations: Bool
  /// The relay's word, milliseconds since 1970; nil while it is away.
  public var lastSeenAt: UInt64?
  /// From then on nobody writes to it, unless it comes back before.
  public var receivesUntil: UInt64?
}

extension Messenger {
  /// The devices of this account, by the newest statement known here.
  public func devices() async throws(MessengerError) -> [DeviceSummary] {
    let seen = try await seenDevices()
    return try await ownAccount().chain.newest.devices.map {
      DeviceSummary(
        deviceID: $0.deviceID, isThisDevice: $0.deviceID == deviceID,
        mayChangeDeviceList: $0.flags.contains(.mayChangeDeviceList),
        takesPartInCollaborations: $0.flags.contains(.takesPartInCollaborations),
        lastSeenAt: seen[$0.deviceID]?.lastSeenAt.value,
        receivesUntil: seen[$0.deviceID]?.receivesUntil.value)
    }
  }

  private func seenDevices() async throws(MessengerError) -> [DeviceID: OwnDevices.Device] {
    do {
      let devices = try await ask { relay throws(ClientError) in try await relay.ownDevices() }
      return Dictionary(devices.map { ($0.deviceID, $0) }) { first, _ in first }
    } catch  where error.isTemporary {
      return [:]
    }
  }

  /// Takes a device out of the list: it can read and send nothing from then on.
  /// - Throws: `itemUnknown`; `lastDevice` where nobody else could change the list.
  public func removeDevice(_ id: DeviceID) async throws(MessengerError) {
    let newest = try await refreshed(accountID).chain.newest
    guard newest.device(id) != nil else { throw MessengerError(.itemUnknown) }
    let rest = newest.devices.filter { $0.deviceID != id }
    guard rest.contains(where: { $0.flags.contains(.mayChangeDeviceList) }) else {
      throw MessengerError(.lastDevice)
    }
    try await publish(devices: rest, after: newest, possession: [], kemKey: nil)
  }

  /// Replaces the base key of this device (protocol 3.1): identities made from now on follow from
  /// another one. What was derived from the old key stays usable.
  public func rotateBaseKey() async throws(MessengerError) {
    let newest = try await refreshed(accountID).chain.newest
    guard let entry = newest.device(deviceID) else { throw MessengerError(.deviceRemoved) }
    let next = DiversificationBaseKey()
    var pending = keys
    pending.nextBaseKey = next
    // On the disk before anybody can derive from it.
    try replaceKeys(pending)
    let replaced = DeviceEntry(
      flags: entry.flags, identityKey: entry.identityKey, baseKey: next.publicKey)
    let possession: SignedStatement.Possession
    do {
      possession = try SignedStatement.Possession(
        entry: replaced, accountID: accountID, prevHash: newest.hash,
        signedBy: keys.identityKey)
    } catch {
      throw Self.translated(error)
    }
    let devices = newest.devices.filter { $0.deviceID != deviceID } + [replaced]
    try await publish(devices: devices, after: newest, possession: [possession], kemKey: nil)
    try await settleBaseKey()
  }

  /// Takes the pending base key into use where the account's list has it.
  func settleBaseKey() async throws(MessengerError) {
    guard let next = keys.nextBaseKey else { return }
    let newest = try await ownAccount().chain.newest
    guard newest.device(deviceID)?.baseKey == next.publicKey else { return }
    var settled = keys
    settled.formerBaseKeys.append(settled.baseKey)
    settled.baseKey = next
    settled.nextBaseKey = nil
    try replaceKeys(settled)
  }

  /// Signs the next statement of this account, and takes it over as anybody would: from the relay.
  func publish(
    devices: [DeviceEntry], after newest: AccountStatement,
    possession: [SignedStatement.Possession], kemKey: SignedKEMKey?
  ) async throws(MessengerError) {
    let record: SignedStatement
    do {
      record = try SignedStatement.next(
        after: newest, issuedAt: now, recoveryKey: newest.recoveryKey, devices: devices,
        signedBy: .device(keys.identityKey), possession: possession)
    } catch {
      throw MessengerError(.malformed, "the device list")
    }
    _ = try await ask { relay throws(ClientError) in
      try await relay.publish(PublishStatement(statement: record, kemKey: kemKey))
    }
    _ = try await refreshed(accountID)
  }
}
