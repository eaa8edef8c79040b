import GroveIdentity

/// Events of a conversation on their way to mailboxes. What has no room there leaves a gap, so that
/// nobody can fill a mailbox by renaming a conversation, and no device misses that something did.
struct EventDelivery {
  let by: AccountID
  let now: UInt64
  let limits: RelayLimits

  /// - Parameters:
  ///   - told: accounts, members or not any more.
  ///   - waiting: those who have still to accept, with who put them in.
  ///   - asked: those of them who were put in just now, or out: they are told whatever they were
  ///     sent before.
  func deliveries(
    of events: [ConversationEvent], to told: Set<AccountID>, waiting: [AccountID: AccountID],
    asked: Set<AccountID>, in reader: any RelayReader
  ) throws -> [RelayChange] {
    let inside = told.filter { waiting[$0] == nil }
    let (reached, full) = try split(reader.addresses(of: inside.sorted()), in: reader)
    var changes = events.map { RelayChange.deliver(.conversation($0), to: reached, at: now) }
    if !full.isEmpty { changes.append(.deliver(.gap(entries: 0), to: full, at: now)) }
    for account in told.sorted() {
      guard let requester = waiting[account] else { continue }
      changes += try request(
        events, to: account, by: requester, isAsked: asked.contains(account), in: reader)
    }
    return changes
  }

  /// Devices that can take something from the one who did it, and those that cannot.
  func split(_ devices: [DeviceAddress], in reader: any RelayReader) throws
    -> (reached: [DeviceAddress], full: [DeviceAddress])
  {
    var (reached, full) = ([DeviceAddress](), [DeviceAddress]())
    var room = MailboxRoom(for: by, limits: limits)
    for device in devices {
      if try room.has(roomFor: 0, in: device, reader) {
        reached.append(device)
      } else {
        full.append(device)
      }
    }
    return (reached, full)
  }

  /// What somebody who has not accepted is told counts against the requests of the one who did it.
  /// Beyond them nothing is: whoever accepts is told how the conversation is then.
  private func request(
    _ events: [ConversationEvent], to account: AccountID, by requester: AccountID, isAsked: Bool,
    in reader: any RelayReader
  ) throws -> [RelayChange] {
    let isFree = isAsked || by == account
    guard
      try isFree || reader.hasRequestRoom(of: account, by: by, adding: 0, limits: limits)
    else { return [] }
    let devices = try reader.addresses(of: [account])
    let counted: [RelayChange] =
      isFree ? [] : [.useRequests(of: account, by: by, MailboxUsage(entries: 1), at: now)]
    return counted
      + events.map { event in
        var shown = event
        shown.conversation.requestedBy = requester
        return .deliver(.conversation(shown), to: devices, at: now)
      }
  }
}
