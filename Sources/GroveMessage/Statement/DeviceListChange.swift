/// What became of an account's devices between two statements, as its contacts are shown it
/// (protocol 11.6).
public struct DeviceListChange: Hashable, Sendable {
  /// Devices that the earlier statement did not list.
  public let added: [DeviceEntry]
  /// Devices that the later statement does not list, as the earlier one had them.
  public let removed: [DeviceEntry]
  /// The same devices with another base key or other flags, as they are now.
  public let changed: [DeviceEntry]
  /// The recovery key signed one of the statements in between, which may drop every device:
  /// contacts see it as a security-relevant change.
  public let isRecovered: Bool

  init(from earlier: AccountStatement, to later: AccountStatement, isRecovered: Bool) {
    added = later.devices.filter { earlier.device($0.deviceID) == nil }
    removed = earlier.devices.filter { later.device($0.deviceID) == nil }
    changed = later.devices.filter { entry in
      earlier.device(entry.deviceID).map { $0 != entry } ?? false
    }
    self.isRecovered = isRecovered
  }
}

extension StatementChain {
  /// What changed since a statement of this chain; nil where it is not in the chain.
  public func change(since earlier: StatementReference) -> DeviceListChange? {
    guard let before = statement(earlier) else { return nil }
    let isRecovered = records[(Int(before.seq) + 1)...].contains { $0.signer == .recovery }
    return DeviceListChange(from: before, to: newest, isRecovered: isRecovered)
  }
}
