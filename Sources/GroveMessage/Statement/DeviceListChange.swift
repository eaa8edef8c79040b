import GroveIdentity

/// What became of an account's devices between two statements: what contacts are shown (protocol
/// 11.6) and what an initiator's messenger does about identities (12.2).
public struct DeviceListChange: Hashable, Sendable {
  public let added: [DeviceEntry]
  public let removed: [DeviceEntry]
  /// The same devices with another base key or other flags, as they are now.
  public let changed: [DeviceEntry]
  /// The recovery key signed one of the statements in between, which may drop every device:
  /// contacts see it as a security-relevant change.
  public let isRecovered: Bool
  private let hasLostLeaf: Bool
  private let hasNewLeaf: Bool

  /// What an identity made for the earlier statement needs (protocol 12.2).
  public enum Advice: String, Hashable, Sendable {
    /// A leaf of the old tree belongs to a device or key that is no longer listed and would still
    /// prove: the identity is replaced promptly.
    case replacePromptly = "replace_promptly"
    /// Some device has no leaf: it may be replaced.
    case mayReplace = "may_replace"
    case keep
  }

  public var advice: Advice {
    hasLostLeaf ? .replacePromptly : hasNewLeaf ? .mayReplace : .keep
  }

  init(from earlier: AccountStatement, to later: AccountStatement, isRecovered: Bool) {
    added = later.devices.filter { earlier.device($0.deviceID) == nil }
    removed = earlier.devices.filter { later.device($0.deviceID) == nil }
    changed = later.devices.filter { entry in
      earlier.device(entry.deviceID).map { $0 != entry } ?? false
    }
    self.isRecovered = isRecovered
    let (before, after) = (Self.leaves(earlier), Self.leaves(later))
    hasLostLeaf = !before.isSubset(of: after)
    hasNewLeaf = !after.isSubset(of: before)
  }

  private static func leaves(_ statement: AccountStatement) -> Set<PublicKey> {
    Set(
      statement.devices.filter { $0.flags.contains(.takesPartInCollaborations) }.map(\.baseKey))
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
