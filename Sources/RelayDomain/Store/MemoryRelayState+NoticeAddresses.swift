import GroveIdentity

extension MemoryRelayState {
  mutating func applyToNoticeAddresses(_ change: RelayChange) throws {
    switch change {
    case .insertNoticeAddress(let record):
      try require(
        noticeAddresses[record.addressID] == nil
          && !noticeAddresses.values.contains { $0.tokenHash == record.tokenHash })
      noticeAddresses[record.addressID] = record
    case .usedNoticeAddress(let id, _, let at): noticeAddresses[id]?.usedAt = at
    case .endNoticeAddress(let id, let owner):
      noticeAddresses[id] = nil
      for address in mailboxes.keys where address.account == owner {
        mailboxes[address]?.dropNotices { $0.addressID == id }
        mailboxes[address]?.count()
      }
    default: break
    }
  }

  func noticeAddress(tokenHash: [UInt8]) -> NoticeAddressRecord? {
    noticeAddresses.values.first { $0.tokenHash == tokenHash }
  }

  func noticeAddresses(of account: AccountID) -> [NoticeAddressRecord] {
    noticeAddresses.values.filter { $0.owner == account }.sorted { $0.addressID < $1.addressID }
  }

  func waitingNotices(in mailbox: DeviceAddress, of address: NoticeAddressID, topic: String?)
    -> WaitingNotices
  {
    let all = (mailboxes[mailbox]?.entries ?? []).compactMap(\.payload.notice)
    let here = all.filter { $0.addressID == address }
    return WaitingNotices(
      ofAddress: here.count, all: all.count,
      hasTopic: topic != nil && here.contains { $0.topic == topic })
  }
}

extension MemoryRelayState.Mailbox {
  mutating func dropNotices(where isDropped: (PushedNotice) -> Bool) {
    entries.removeAll { entry in entry.payload.notice.map(isDropped) ?? false }
  }
}

extension MailboxEntry.Payload {
  fileprivate var notice: PushedNotice? {
    if case .notice(let notice) = self { notice } else { nil }
  }

  /// Whether this one takes the place of one that waits: the same topic of the same address.
  func replaces(_ other: PushedNotice) -> Bool {
    guard let notice, let topic = notice.topic else { return false }
    return notice.addressID == other.addressID && topic == other.topic
  }
}
