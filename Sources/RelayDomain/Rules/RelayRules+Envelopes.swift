import GroveIdentity

/// What became of a batch.
public struct EnvelopesQueued: Hashable, Sendable {
  public var accepted: Int
  /// Queued by an earlier upload of the same message.
  public var duplicates: Int

  public init(accepted: Int, duplicates: Int) {
    self.accepted = accepted
    self.duplicates = duplicates
  }
}

extension RelayRules {
  /// Queues a whole batch, or nothing of it.
  ///
  /// A batch that is queued already is answered as such whatever has changed since: the sender only
  /// lost the answer. Looks at the recipients' accounts, devices and mailboxes, and at no others.
  public static func upload(
    _ batch: EnvelopeBatch, by sender: DeviceAddress, now: UInt64, limits: RelayLimits,
    in reader: any RelayReader
  ) throws -> RelayAnswer<EnvelopesQueued> {
    try decide {
      try reader.requireListed(sender)
      let fresh = try batch.envelopes.filter {
        try !reader.wasQueued(key($0.recipient, of: batch, by: sender))
      }
      let answer = EnvelopesQueued(
        accepted: fresh.count, duplicates: batch.envelopes.count - fresh.count)
      guard !fresh.isEmpty else { return (answer, []) }
      try checkRecipients(of: batch, by: sender, now: now, in: reader)
      var changes: [RelayChange] = []
      changes.reserveCapacity(fresh.count * 2)
      for (recipient, bytes) in fresh {
        try checkQuota(of: recipient, adding: bytes.count, limits: limits, in: reader)
        changes.append(
          .deliver(.envelope(sender: sender.account, bytes: bytes), to: [recipient], at: now))
        changes.append(.rememberEnvelope(key(recipient, of: batch, by: sender), at: now))
      }
      return (answer, changes)
    }
  }

  private static func key(
    _ recipient: DeviceAddress, of batch: EnvelopeBatch, by sender: DeviceAddress
  ) -> EnvelopeKey {
    EnvelopeKey(sender: sender, messageID: batch.messageID, recipient: recipient)
  }

  /// Every account addressed may be written to, on all of its devices.
  private static func checkRecipients(
    of batch: EnvelopeBatch, by sender: DeviceAddress, now: UInt64, in reader: any RelayReader
  ) throws {
    let byAccount = Dictionary(grouping: batch.envelopes.lazy.map(\.recipient), by: \.account)
      .mapValues { Set($0.map(\.device)) }
    try checkMembership(of: byAccount.keys.sorted(), with: sender.account, in: reader)
    for (account, addressed) in byAccount {
      guard try addressed.isSubset(of: reader.devices(of: account)) else {
        throw RelayRefusal(.devicesChanged)
      }
      let missing = try reader.reachableDevices(of: account, at: now).subtracting(addressed)
      for device in missing {
        let address = DeviceAddress(account: account, device: device)
        // The sending device has the message; one that got it with an earlier upload has it too.
        guard
          try address == sender || reader.wasQueued(key(address, of: batch, by: sender))
        else { throw RelayRefusal(.devicesChanged) }
      }
    }
  }

  /// A message mostly goes to one conversation: once that is found, each further recipient costs one
  /// point look-up in it.
  private static func checkMembership(
    of accounts: [AccountID], with sender: AccountID, in reader: any RelayReader
  ) throws {
    var shared: [ConversationID] = []
    for account in accounts where account != sender {
      if try shared.contains(where: { try reader.isMember(account, of: $0) }) { continue }
      guard let found = try reader.sharedConversation(sender, account) else {
        throw RelayRefusal(.notAMember)
      }
      shared.append(found)
    }
  }

  private static func checkQuota(
    of recipient: DeviceAddress, adding bytes: Int, limits: RelayLimits, in reader: any RelayReader
  ) throws {
    let mailbox = try reader.mailbox(recipient)
    guard mailbox.entries < limits.mailboxEntries, mailbox.bytes + bytes <= limits.mailboxBytes
    else { throw RelayRefusal(.limitExceeded, "a recipient's mailbox is full") }
  }
}
