public import GroveIdentity

/// One device of one account: what owns a mailbox, tokens and KEM keys.
///
/// The account is part of it: the same device key may be listed by two accounts, and their mailboxes
/// are two.
public struct DeviceAddress: Hashable, Sendable {
  /// The account that lists the device.
  public var account: AccountID
  /// The device, by its identity key's hash.
  public var device: DeviceID

  /// Made from a token, an envelope's header, or a row.
  public init(account: AccountID, device: DeviceID) {
    self.account = account
    self.device = device
  }
}
