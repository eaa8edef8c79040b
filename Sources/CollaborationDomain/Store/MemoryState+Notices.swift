import GroveIdentity

/// Notice addresses, and what waits to be told.
extension MemoryState {
  mutating func applyNotices(_ change: CollaborationChange) {
    switch change {
    case .putNoticeAddress(let record):
      noticeAddresses[record.collaborationID, default: [:]][record.root] = record
    case .removeNoticeAddress(let id, let root): removeNoticeAddress(id, root)
    case .moveNoticeAddress(let id, let old, to: let new): move(id, old, to: new)
    case .keepLastAddresses(let id):
      for root in (noticeAddresses[id] ?? [:]).keys { noticeAddresses[id]?[root]?.isLast = true }
    case .keepLastAddress(let id, let root): noticeAddresses[id]?[root]?.isLast = true
    case .removeLastAddresses(let id):
      noticeAddresses[id] = noticeAddresses[id]?.filter { !$0.value.isLast }
    case .removeLastAddress(let id, let root):
      if noticeAddresses[id]?[root]?.isLast == true { noticeAddresses[id]?[root] = nil }
    case .putNoticeEvent(let record): noticeEvents[record.key] = record
    case .removeNoticeEvent(let key): noticeEvents[key] = nil
    case .putWaitingNotice(let record): waitingNotices[record.key] = record
    case .removeWaitingNotice(let key): waitingNotices[key] = nil
    default: break
    }
  }

  mutating func removeNoticeAddress(_ id: CollaborationID, _ root: RootHash) {
    if noticeAddresses[id]?[root]?.isLast == false { noticeAddresses[id]?[root] = nil }
    waitingNotices = waitingNotices.filter {
      $0.key.event.collaborationID != id || $0.key.root != root
    }
  }

  mutating func endNotices(of id: CollaborationID) {
    noticeAddresses[id] = noticeAddresses[id]?.filter(\.value.isLast)
    noticeEvents = noticeEvents.filter { $0.key.collaborationID != id || $0.value.isLast }
    waitingNotices = waitingNotices.filter { $0.key.event.collaborationID != id }
  }

  private mutating func move(_ id: CollaborationID, _ old: RootHash, to new: RootHash) {
    guard var address = noticeAddresses[id]?.removeValue(forKey: old) else { return }
    address.root = new
    noticeAddresses[id]?[new] = address
    for (key, var notice) in waitingNotices
    where key.event.collaborationID == id && key.root == old {
      waitingNotices[key] = nil
      notice.address.root = new
      waitingNotices[notice.key] = notice
    }
  }

  func noticeAddress(of root: RootHash, in collaboration: CollaborationID) -> NoticeAddress? {
    noticeAddresses[collaboration]?[root].flatMap { $0.isLast ? nil : $0 }
  }

  func hasNoticeAddress(in collaboration: CollaborationID, besides account: AccountLabel) -> Bool {
    (noticeAddresses[collaboration] ?? [:]).values.contains {
      $0.account != account && !$0.isLast
    }
  }

  func noticeAddresses(
    in collaboration: CollaborationID, after root: RootHash?, limit: Int, isLast: Bool
  ) -> [NoticeAddress] {
    let rest = (noticeAddresses[collaboration] ?? [:]).values.filter { address in
      address.isLast == isLast && root.map { $0 < address.root } ?? true
    }
    return Array(rest.sorted { $0.root < $1.root }.prefix(limit))
  }

  func noticeEvent(_ key: NoticeEvent.Key) -> NoticeEvent? { noticeEvents[key] }

  func dueNoticeEvents(at time: UInt64, limit: Int) -> [NoticeEvent] {
    let due = noticeEvents.values.filter { $0.dueAt <= time }
    return Array(due.sorted { $0.dueAt < $1.dueAt }.prefix(limit))
  }

  func waitingNotice(_ key: WaitingNotice.Key) -> WaitingNotice? { waitingNotices[key] }

  func countWaitingNotices(for root: RootHash, in collaboration: CollaborationID, upTo limit: Int)
    -> Int
  {
    min(
      limit,
      waitingNotices.keys.count { $0.root == root && $0.event.collaborationID == collaboration })
  }

  func noticeRelays(dueBy time: UInt64, limit: Int) -> [Origin] {
    let due = waitingNotices.values.filter { $0.dueAt <= time }.map(\.address.endpoint.relay)
    return Array(Set(due).sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }.prefix(limit))
  }

  func dueNotices(to relay: Origin, at time: UInt64, limit: Int) -> [WaitingNotice] {
    let due = waitingNotices.values.filter {
      $0.dueAt <= time && $0.address.endpoint.relay == relay
    }
    return Array(due.sorted { $0.dueAt < $1.dueAt }.prefix(limit))
  }

  func nextNoticeTime(after time: UInt64) -> UInt64? {
    (noticeEvents.values.map(\.dueAt) + waitingNotices.values.map(\.dueAt))
      .filter { $0 > time }.min()
  }
}
