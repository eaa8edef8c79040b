public import GroveIdentity

/// One device of one account: what owns a mailbox, tokens and KEM keys.
///
/// The account is part of it: the same device key may be listed by two accounts, and their mailboxes
/// are two.
public struct DeviceAddress: Hashable, Sendable {
  public var account: AccountID
  public var device: DeviceID

  public init(account: AccountID, device: DeviceID) {
    self.account = account
    self.device = device
  }
}
