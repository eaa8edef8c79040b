import CollaborationDomain
import Foundation
import GroveIdentity

/// Notice addresses, and what waits to be told (protocol 12.8).
extension CollaborationRows {
  func applyNotices(_ change: CollaborationChange) throws {
    switch change {
    case .putNoticeAddress(let record): try put(record)
    case .removeNoticeAddress(let id, let root): try removeNoticeAddress(id, root)
    case .moveNoticeAddress(let id, let old, to: let new):
      if new != old { try moveNoticeAddress(id, old, to: new) }
    case .keepLastAddresses(let id):
      try run("UPDATE noticeAddress SET isLast = 1 WHERE collaboration = ?", [id.text])
    case .keepLastAddress(let id, let root):
      try run(
        "UPDATE noticeAddress SET isLast = 1 WHERE collaboration = ? AND root = ?",
        [id.text, Stored.blob(root)])
    case .removeLastAddresses(let id):
      try run("DELETE FROM noticeAddress WHERE collaboration = ? AND isLast = 1", [id.text])
    case .removeLastAddress(let id, let root):
      try run(
        "DELETE FROM noticeAddress WHERE collaboration = ? AND root = ? AND isLast = 1",
        [id.text, Stored.blob(root)])
    case .putNoticeEvent(let record): try put(record)
    case .removeNoticeEvent(let key):
      try run(
        """
        DELETE FROM noticeEvent WHERE collaboration = ? AND account = ? AND kind = ? AND subject = ?
        """, Self.arguments(of: key))
    case .putWaitingNotice(let record): try put(record)
    case .removeWaitingNotice(let key):
      try run(
        """
        DELETE FROM waitingNotice WHERE collaboration = ? AND account = ? AND kind = ?
          AND subject = ? AND root = ?
        """, Self.arguments(of: key.event) + [Stored.blob(key.root)])
    default: throw CollaborationStoreError.corrupt
    }
  }

  /// What waits for the new root already gives way to what waits for the old one.
  private func moveNoticeAddress(_ id: CollaborationID, _ old: RootHash, to new: RootHash) throws {
    let roots: Arguments = [id.text, Stored.blob(new), Stored.blob(old)]
    try run(
      """
      DELETE FROM noticeAddress WHERE collaboration = ?1 AND root = ?2
        AND EXISTS (SELECT 1 FROM noticeAddress WHERE collaboration = ?1 AND root = ?3)
      """, roots)
    try run(
      """
      DELETE FROM waitingNotice WHERE collaboration = ?1 AND root = ?2
        AND (account, kind, subject) IN (
          SELECT account, kind, subject FROM waitingNotice WHERE collaboration = ?1 AND root = ?3)
      """, roots)
    for table in ["noticeAddress", "waitingNotice"] {
      try run("UPDATE \(table) SET root = ?2 WHERE collaboration = ?1 AND root = ?3", roots)
    }
  }

  func removeNoticeAddress(_ id: CollaborationID, _ root: RootHash) throws {
    let row: Arguments = [id.text, Stored.blob(root)]
    try run(
      "DELETE FROM noticeAddress WHERE collaboration = ? AND root = ? AND isLast = 0", row)
    try run("DELETE FROM waitingNotice WHERE collaboration = ? AND root = ?", row)
  }

  /// Of an account that is deleted.
  func forgetNotices(of account: AccountLabel) throws {
    try run(
      """
      DELETE FROM waitingNotice WHERE (collaboration, root) IN
        (SELECT collaboration, root FROM noticeAddress WHERE account = ?)
      """, [account.text])
    try run("DELETE FROM noticeAddress WHERE account = ?", [account.text])
  }

  /// Of a collaboration that ends: but for those that hear of it, and for its end.
  func endNotices(of id: CollaborationID) throws {
    try run("DELETE FROM noticeAddress WHERE collaboration = ? AND isLast = 0", [id.text])
    try run("DELETE FROM noticeEvent WHERE collaboration = ? AND isLast = 0", [id.text])
    try run("DELETE FROM waitingNotice WHERE collaboration = ?", [id.text])
  }

  private func put(_ record: NoticeAddress) throws {
    try run(
      Upserts.noticeAddress, Self.arguments(of: record) + [record.isLast ? 1 : 0])
  }

  private func put(_ record: NoticeEvent) throws {
    try run(
      Upserts.noticeEvent,
      Self.arguments(of: record.key) + Self.arguments(of: record.action) + [
        Stored.integer(record.firstAt), Stored.integer(record.dueAt), record.isLast ? 1 : 0,
        record.noticeID.map { Stored.blob($0) }, record.after.map { Stored.blob($0) },
        record.changesLines ? 1 : 0, record.mentioned.flatMap(\.bytes),
      ])
  }

  private func put(_ record: WaitingNotice) throws {
    try run(
      Upserts.waitingNotice,
      Self.arguments(of: record.key.event) + Self.arguments(of: record.action) + [
        Stored.blob(record.address.root), record.address.account.text,
        record.address.endpoint.relay.text, record.address.endpoint.text,
        Stored.blob(record.address.key.bytes), Stored.blob(record.address.secret),
        Stored.integer(record.address.nextCounter), Stored.blob(record.noticeID),
        Stored.integer(record.counter), Stored.integer(record.attempts),
        Stored.integer(record.dueAt), Stored.integer(record.expiresAt),
      ])
  }

  /// No subject is an empty one: it is part of a key.
  static func arguments(of key: NoticeEvent.Key) -> Arguments {
    [
      key.collaborationID.text, key.account.text, key.kind.rawValue,
      Stored.blob(key.subject?.bytes ?? []),
    ]
  }

  private static func arguments(of action: NoticeAction) -> Arguments {
    [Stored.blob(action.actorRoot), action.name, Stored.integer(action.at)]
  }

  private static func arguments(of record: NoticeAddress) -> Arguments {
    [
      record.collaborationID.text, Stored.blob(record.root), record.account.text,
      record.endpoint.text, Stored.blob(record.key.bytes), Stored.blob(record.secret),
      Stored.integer(record.nextCounter),
    ]
  }
}
