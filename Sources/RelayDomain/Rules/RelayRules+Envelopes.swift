import GroveIdentity

/// What became of a batch.
public struct EnvelopesQueued: Hashable, Sendable {
  /// Envelopes queued by this upload.
  public var accepted: Int
  /// Queued by an earlier upload of the same message.
  public var duplicates: Int
  /// In the order sent.
  public var undelivered: [Undelivered]

  /// Made by `RelayRules.upload`.
  public init(accepted: Int, duplicates: Int, undelivered: [Undelivered] = []) {
    self.accepted = accepted
    self.duplicates = duplicates
    self.undelivered = undelivered
  }
}

extension RelayRules {
  /// Queues a batch: each recipient is decided alone, and those who take it are written to in one
  /// transaction. Only where a device list has changed, or nobody addressed is in a conversation
  /// with the sender, nothing of it is queued.
  ///
  /// A batch of which anything is queued already is answered as such whatever has changed since: the
  /// sender only lost the answer, and a refusal would say that nobody has the message. Sent again, it
  /// reaches those who did not take it before, except on accounts whose devices are others now. Looks
  /// at the recipients' accounts, devices and mailboxes, and at no others.
  ///
  /// - Parameters:
  ///   - isQuiet: nobody is to be woken for it. Nor is anybody by whom they do not know, or by
  ///     themselves.
  ///   - isFinal: it is taken now or never. A sender who sends again what may be on its way already, and
  ///     gives up where that is refused, must not be surprised by the first copy: it comes too late
  ///     (`conflict`). Not for a batch that the sending device is itself addressed by.
  public static func upload(
    _ batch: EnvelopeBatch, by sender: DeviceAddress, isQuiet: Bool = false, isFinal: Bool = false,
    now: UInt64, limits: RelayLimits, in reader: any RelayReader
  ) throws -> RelayAnswer<EnvelopesQueued> {
    var rung: Set<DeviceAddress> = []
    let isToItself = batch.envelopes.contains { $0.recipient == sender }
    var decision = try decide {
      try reader.requireListed(sender)
      guard !isFinal || !isToItself else { throw RelayRefusal(.malformed, "final") }
      let queued = try reader.recipients(of: batch.messageID, from: sender)
      guard isToItself || !queued.contains(sender) else {
        throw RelayRefusal(.conflict, "the message was given up")
      }
      let fresh = batch.envelopes.filter { !queued.contains($0.recipient) }
      var answer = EnvelopesQueued(
        accepted: 0, duplicates: batch.envelopes.count - fresh.count)
      guard !fresh.isEmpty else { return (answer, []) }
      let standings = try checkedStandings(
        of: batch, queued: queued, by: sender, now: now, limits: limits, in: reader)
      var door = EnvelopeAdmission(
        fresh: fresh, standings: standings, sender: sender.account, now: now, limits: limits)
      for (recipient, bytes) in fresh {
        if let reason = try door.refusal(of: recipient, adding: bytes.count, in: reader) {
          answer.undelivered.append(Undelivered(recipient: recipient, reason: reason))
          continue
        }
        answer.accepted += 1
        let isKnown = standings[recipient.account] == .known && recipient.account != sender.account
        if isKnown, !isQuiet { rung.insert(recipient) }
        door.changes.append(
          .deliver(.envelope(sender: sender.account, bytes: bytes), to: [recipient], at: now))
        door.changes.append(.rememberEnvelope(key(recipient, of: batch, by: sender), at: now))
      }
      return (answer, door.changes)
    }
    decision.answer.rung = rung
    // A message that was given up is remembered as one to the device that sends it: nobody needs one.
    if isFinal, decision.answer.isRefusedForOthers {
      decision.changes = [.rememberEnvelope(key(sender, of: batch, by: sender), at: now)]
    }
    return decision
  }

  private static func key(
    _ recipient: DeviceAddress, of batch: EnvelopeBatch, by sender: DeviceAddress
  ) -> EnvelopeKey {
    EnvelopeKey(sender: sender, messageID: batch.messageID, recipient: recipient)
  }

  /// Where the sender stands with everybody addressed. A batch of which something was queued before is not refused any
  /// more: accounts that have other devices than those addressed are not reached by it.
  ///
  /// - Throws: `not_a_member` where nobody else addressed is in a conversation with the sender,
  ///   `devices_changed`.
  private static func checkedStandings(
    of batch: EnvelopeBatch, queued: Set<DeviceAddress>, by sender: DeviceAddress, now: UInt64,
    limits: RelayLimits, in reader: any RelayReader
  ) throws -> [AccountID: SenderRelation] {
    let isBegun = batch.envelopes.contains { queued.contains($0.recipient) }
    var standings = try standings(of: batch, by: sender, in: reader)
    let others = standings.filter { $0.key != sender.account }.values
    guard isBegun || others.isEmpty || others.contains(where: { $0 != .outside }) else {
      throw RelayRefusal(.notAMember)
    }
    let changed = try accountsWithOtherDevices(
      of: batch, standings, queued: queued, by: sender, now: now, limits: limits, in: reader)
    guard isBegun || changed.isEmpty else { throw RelayRefusal(.devicesChanged) }
    for account in changed { standings[account] = .outside }
    return standings
  }

  /// Where the sender stands with everybody addressed; their own account is known.
  private static func standings(
    of batch: EnvelopeBatch, by sender: DeviceAddress, in reader: any RelayReader
  ) throws -> [AccountID: SenderRelation] {
    var shared: [ConversationID] = []
    var standings: [AccountID: SenderRelation] = [:]
    let others = Set(batch.envelopes.map(\.recipient.account)).subtracting([sender.account])
    for account in others.sorted() {
      standings[account] = try reader.standing(
        of: sender.account, with: account, through: &shared)
    }
    standings[sender.account] = .known
    return standings
  }

  /// Accounts that may be written to and are not addressed on all of their devices, or on others.
  private static func accountsWithOtherDevices(
    of batch: EnvelopeBatch, _ standings: [AccountID: SenderRelation],
    queued: Set<DeviceAddress>, by sender: DeviceAddress,
    now: UInt64, limits: RelayLimits, in reader: any RelayReader
  ) throws -> [AccountID] {
    let byAccount = Dictionary(grouping: batch.envelopes.lazy.map(\.recipient), by: \.account)
      .mapValues { Set($0.map(\.device)) }
    return try byAccount.filter { account, addressed in
      guard standings[account] != .outside else { return false }
      let seen = try reader.lastSeen(of: account)
      guard addressed.isSubset(of: seen.keys) else { return true }
      let missing = try reader.reachableDevices(of: account, at: now).subtracting(addressed)
      return missing.contains { device in
        guard now < (seen[device] ?? 0) + limits.mailboxLifetime else { return false }
        let address = DeviceAddress(account: account, device: device)
        // The sending device has the message; one that got it with an earlier upload has it too.
        return address != sender && !queued.contains(address)
      }
    }.map(\.key)
  }
}

extension RelayOutcome where Value == EnvelopesQueued {
  /// Whether the same batch may be taken later: with other members, or other devices.
  fileprivate var isRefusedForOthers: Bool {
    guard case .failure(let refusal) = result else { return false }
    return [.notAMember, .devicesChanged].contains(refusal.code)
  }
}

/// Who of a batch's recipients takes it.
private struct EnvelopeAdmission {
  let standings: [AccountID: SenderRelation]
  let sender: AccountID
  let now: UInt64
  let limits: RelayLimits
  private var room: MailboxRoom
  var changes: [RelayChange] = []
  /// The largest envelope to each account: what a message request is counted by.
  private var largest: [AccountID: Int] = [:]
  /// Whether a stranger's message comes in, decided once for all devices of the account.
  private var strangers: [AccountID: Bool] = [:]

  init(
    fresh: [(recipient: DeviceAddress, bytes: [UInt8])], standings: [AccountID: SenderRelation],
    sender: AccountID, now: UInt64, limits: RelayLimits
  ) {
    self.standings = standings
    self.sender = sender
    self.now = now
    self.limits = limits
    room = MailboxRoom(for: sender, limits: limits)
    for (recipient, bytes) in fresh where standings[recipient.account] == .stranger {
      largest[recipient.account] = max(largest[recipient.account] ?? 0, bytes.count)
    }
    changes.reserveCapacity(fresh.count * 2)
  }

  /// nil where the recipient takes it.
  mutating func refusal(
    of recipient: DeviceAddress, adding bytes: Int, in reader: any RelayReader
  ) throws -> Undelivered.Reason? {
    switch standings[recipient.account] {
    case .known: break
    case .stranger:
      guard try takesStranger(recipient.account, in: reader) else { return .notDelivered }
    case .outside, .blocked, nil: return .notDelivered
    }
    return try room.has(roomFor: bytes, in: recipient, reader) ? nil : .mailboxFull
  }

  private mutating func takesStranger(_ account: AccountID, in reader: any RelayReader) throws
    -> Bool
  {
    if let decided = strangers[account] { return decided }
    let bytes = largest[account] ?? 0
    let takes = try reader.hasRequestRoom(
      of: account, by: sender, adding: bytes, limits: limits)
    if takes {
      changes.append(
        .useRequests(
          of: account, by: sender, MailboxUsage(entries: 1, bytes: bytes), at: now))
    }
    strangers[account] = takes
    return takes
  }
}
