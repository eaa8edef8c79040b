public import GroveIdentity

/// What waits in a mailbox from one account, or what one account has used of its message requests.
public struct MailboxUsage: Hashable, Sendable {
  /// Waiting entries, or requests made.
  public var entries: Int
  /// Of envelopes.
  public var bytes: Int

  /// Made by a store, or for one entry that is to be counted.
  public init(entries: Int = 0, bytes: Int = 0) {
    self.entries = entries
    self.bytes = bytes
  }

  static func + (left: Self, right: Self) -> Self {
    Self(entries: left.entries + right.entries, bytes: left.bytes + right.bytes)
  }

  /// Whether another entry of so many bytes stays within what is allowed.
  func has(roomFor bytes: Int, entries allowed: Int, bytes allowedBytes: Int) -> Bool {
    entries < allowed && self.bytes + bytes <= allowedBytes
  }
}

/// What waits in a mailbox.
public struct WaitingMail: Hashable, Sendable {
  /// From everybody.
  public var all: MailboxUsage
  /// From the account that was asked about.
  public var share: MailboxUsage

  /// Made by a store.
  public init(all: MailboxUsage = MailboxUsage(), share: MailboxUsage = MailboxUsage()) {
    self.all = all
    self.share = share
  }
}

/// The oldest entries of a mailbox whose time is over.
public struct ExpiredMail: Hashable, Sendable {
  /// Whose mailbox; only part of it may be expired.
  public var mailbox: DeviceAddress
  /// The newest of them.
  public var upTo: UInt64
  /// Events nobody will read, those that an earlier gap stands for included.
  public var lost: UInt64

  /// Made by a store when the relay looks for what has expired.
  public init(mailbox: DeviceAddress, upTo: UInt64, lost: UInt64) {
    self.mailbox = mailbox
    self.upTo = upTo
    self.lost = lost
  }
}

/// A device as its own person may look it up.
public struct DeviceView: Hashable, Sendable {
  /// The device, by its identity key's hash.
  public var device: DeviceID
  /// Milliseconds, the relay's clock: the last sign-in.
  public var lastSeenAt: UInt64
  /// From then on nobody seals to it, unless it comes back before.
  public var receivesUntil: UInt64

  /// Made by `RelayRules.devices`.
  public init(device: DeviceID, lastSeenAt: UInt64, receivesUntil: UInt64) {
    self.device = device
    self.lastSeenAt = lastSeenAt
    self.receivesUntil = receivesUntil
  }
}
