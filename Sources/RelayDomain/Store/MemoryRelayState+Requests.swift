import GroveIdentity

extension MemoryRelayState {
  mutating func applyToRequests(_ change: RelayChange) {
    switch change {
    case .request(let account, let id, let by): requested[id, default: [:]][account] = by
    case .accept(let account, let id):
      requested[id]?[account] = nil
      left[id]?.remove(account)
    case .rememberLeaving(let account, let id): left[id, default: []].insert(account)
    case .setPolicy(let account, let policy): accounts[account]?.admission.policy = policy
    case .admit(let account, let other):
      let admitted = admission(of: account).admitted.inserting(other)
      accounts[account]?.admission.admitted = admitted
    case .block(let account, let other):
      let blocked = admission(of: account).blocked.inserting(other)
      accounts[account]?.admission.admitted.removeAll { $0 == other }
      accounts[account]?.admission.blocked = blocked
    case .unblock(let account, let other):
      accounts[account]?.admission.blocked.removeAll { $0 == other }
    case .useRequests(let account, let by, let use, let at):
      let before = requests[account]?[by]?.use ?? MailboxUsage()
      requests[account, default: [:]][by] = Requests(use: before + use, at: at)
    case .forgetRequests(let account, let others):
      for other in others { requests[account]?[other] = nil }
    default: break
    }
  }

  func membership(_ account: AccountID, of conversation: ConversationID) -> Membership? {
    guard isMember(account, of: conversation) else { return nil }
    return requested[conversation]?[account].map { .requested(by: $0) } ?? .accepted
  }

  func requested(in conversation: ConversationID) -> [AccountID: AccountID] {
    requested[conversation] ?? [:]
  }

  func hasLeft(_ account: AccountID, _ conversation: ConversationID) -> Bool {
    left[conversation]?.contains(account) ?? false
  }

  func acceptedConversation(of one: AccountID, with other: AccountID) -> ConversationID? {
    conversations(of: one).first {
      $0.members.contains(other) && membership(one, of: $0.conversationID) == .accepted
    }?.conversationID
  }

  func admission(of account: AccountID) -> Admission { accounts[account]?.admission ?? Admission() }
  func policy(of account: AccountID) -> RequestPolicy { admission(of: account).policy }

  func hasAdmitted(_ account: AccountID, _ other: AccountID) -> Bool {
    admission(of: account).admitted.contains(other)
  }

  func admittedCount(of account: AccountID) -> Int { admission(of: account).admitted.count }

  func hasBlocked(_ account: AccountID, _ other: AccountID) -> Bool {
    admission(of: account).blocked.contains(other)
  }

  func requestUse(of account: AccountID, by other: AccountID) -> MailboxUsage? {
    requests[account]?[other]?.use
  }

  func requesterCount(of account: AccountID) -> Int { requests[account]?.count ?? 0 }

  func waiting(for account: AccountID, from origin: AccountID) -> [DeviceID: WaitingMail] {
    let theirs = mailboxes.filter { $0.key.account == account }
    return Dictionary(
      uniqueKeysWithValues: theirs.map { address, mailbox in
        let entries = mailbox.entries.filter { $0.payload.origin == origin }
        let share = MailboxUsage(
          entries: entries.count, bytes: entries.reduce(0) { $0 + $1.payload.size })
        let (count, bytes) = (mailbox.position.entries, mailbox.position.bytes)
        return (
          address.device, WaitingMail(all: MailboxUsage(entries: count, bytes: bytes), share: share)
        )
      })
  }

  func expiredMail(before time: UInt64, mailboxes limit: Int, entries: Int) -> [ExpiredMail] {
    let all = mailboxes.compactMap { address, mailbox -> ExpiredMail? in
      let old = mailbox.entries.prefix { $0.receivedAt < time }.prefix(entries)
      guard let last = old.last else { return nil }
      return ExpiredMail(
        mailbox: address, upTo: last.sequence, lost: old.reduce(0) { $0 + $1.payload.lost })
    }
    return Array(
      all.sorted {
        ($0.mailbox.account, $0.mailbox.device) < ($1.mailbox.account, $1.mailbox.device)
      }
      .prefix(limit))
  }
}

extension MemoryRelayState.Mailbox {
  /// One gap waits at most: the newer stands for both.
  mutating func takingGap(into payload: MailboxEntry.Payload) -> MailboxEntry.Payload {
    guard case .gap(let lost) = payload else { return payload }
    var total = lost
    entries.removeAll { entry in
      guard case .gap(let earlier) = entry.payload else { return false }
      total += earlier
      return true
    }
    return .gap(entries: total)
  }

  mutating func count() {
    position.entries = entries.count
    position.bytes = entries.reduce(0) { $0 + $1.payload.size }
  }
}

extension MailboxEntry.Payload {
  /// How many events are lost with it when it expires.
  var lost: UInt64 {
    if case .gap(let entries) = self { entries } else { 1 }
  }
}

extension [AccountID] {
  func inserting(_ account: AccountID) -> [AccountID] { Set(self).union([account]).sorted() }
}
