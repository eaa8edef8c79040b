import CollaborationDomain
import GroveIdentity

extension CollaborationRows {
  /// Texts that nearly every request needs, made once.
  private enum Texts {
    static let noticeAddress = """
      SELECT \(Columns.noticeAddress) FROM noticeAddress
      WHERE collaboration = ? AND root = ? AND isLast = 0
      """
    static let noticeEvent = """
      SELECT \(Columns.noticeEvent) FROM noticeEvent
      WHERE collaboration = ? AND account = ? AND kind = ? AND subject = ?
      """
  }

  func noticeAddress(of root: RootHash, in collaboration: CollaborationID) throws -> NoticeAddress?
  {
    try one(Texts.noticeAddress, [collaboration.text, Stored.blob(root)], Self.noticeAddress)
  }

  /// Two rows are enough: one account has one address.
  func hasNoticeAddress(in collaboration: CollaborationID, besides account: AccountLabel) throws
    -> Bool
  {
    try one(
      """
      SELECT 1 FROM noticeAddress WHERE collaboration = ? AND account <> ? AND isLast = 0 LIMIT 1
      """, [collaboration.text, account.text]
    ) { _ in true } ?? false
  }

  func noticeAddresses(
    in collaboration: CollaborationID, after root: RootHash?, limit: Int, isLast: Bool
  ) throws -> [NoticeAddress] {
    try all(
      """
      SELECT \(Columns.noticeAddress) FROM noticeAddress
      WHERE collaboration = ? AND root > ? AND isLast = ? ORDER BY root LIMIT ?
      """, [collaboration.text, Stored.blob(root?.bytes ?? []), isLast ? 1 : 0, limit],
      Self.noticeAddress)
  }

  func noticeEvent(_ key: NoticeEvent.Key) throws -> NoticeEvent? {
    try one(Texts.noticeEvent, Self.arguments(of: key), Self.noticeEvent)
  }

  func dueNoticeEvents(at time: UInt64, limit: Int) throws -> [NoticeEvent] {
    try all(
      "SELECT \(Columns.noticeEvent) FROM noticeEvent WHERE dueAt <= ? ORDER BY dueAt LIMIT ?",
      [Stored.integer(time), limit], Self.noticeEvent)
  }

  func waitingNotice(_ key: WaitingNotice.Key) throws -> WaitingNotice? {
    try one(
      """
      SELECT \(Columns.waitingNotice) FROM waitingNotice
      WHERE collaboration = ? AND account = ? AND kind = ? AND subject = ? AND root = ?
      """, Self.arguments(of: key.event) + [Stored.blob(key.root)], Self.waitingNotice)
  }

  func countWaitingNotices(for root: RootHash, in collaboration: CollaborationID, upTo limit: Int)
    throws -> Int
  {
    try count(
      """
      SELECT count(*) FROM
        (SELECT 1 FROM waitingNotice WHERE collaboration = ? AND root = ? LIMIT ?) AS found
      """, [collaboration.text, Stored.blob(root), limit])
  }

  /// Jumps from relay to relay in the index, however many notices wait for each.
  func noticeRelays(dueBy time: UInt64, limit: Int) throws -> [Origin] {
    try all(
      """
      WITH RECURSIVE place(relay) AS (
        SELECT min(relay) FROM waitingNotice
        UNION ALL
        SELECT (SELECT min(relay) FROM waitingNotice WHERE relay > place.relay) FROM place
        WHERE place.relay IS NOT NULL
      )
      SELECT relay FROM place WHERE relay IS NOT NULL
        AND EXISTS (SELECT 1 FROM waitingNotice w WHERE w.relay = place.relay AND w.dueAt <= ?)
      LIMIT ?
      """, [Stored.integer(time), limit]
    ) { try $0.checked(0) }
  }

  func dueNotices(to relay: Origin, at time: UInt64, limit: Int) throws -> [WaitingNotice] {
    try all(
      """
      SELECT \(Columns.waitingNotice) FROM waitingNotice WHERE relay = ? AND dueAt <= ?
      ORDER BY dueAt LIMIT ?
      """, [relay.text, Stored.integer(time), limit], Self.waitingNotice)
  }

  func nextNoticeTime(after time: UInt64) throws -> UInt64? {
    try ["noticeEvent", "waitingNotice"].compactMap { table in
      try one("SELECT min(dueAt) FROM \(table) WHERE dueAt > ?", [Stored.integer(time)]) {
        try $0.optionalNumber(0)
      } ?? nil
    }.min()
  }

  private static func noticeAddress(_ row: StoredRow) throws -> NoticeAddress {
    NoticeAddress(
      collaborationID: try row.checked(0), root: try row.fixed(1), account: try row.checked(2),
      endpoint: try row.checked(3), key: try row.key(4), secret: try row.fixed(5),
      nextCounter: try row.number(6), isLast: try row.number(7) != 0)
  }

  private static func noticeEvent(_ row: StoredRow) throws -> NoticeEvent {
    NoticeEvent(
      collaborationID: try row.checked(0), action: try action(row), firstAt: try row.number(7),
      dueAt: try row.number(8), isLast: try row.number(9) != 0,
      noticeID: try row.optionalFixed(10), after: try row.optionalFixed(11),
      changesLines: try row.number(12) != 0, mentioned: try roots(row, 13))
  }

  private static func roots(_ row: StoredRow, _ index: Int) throws -> Set<RootHash> {
    let bytes = try row.bytes(index)
    let starts = stride(from: 0, to: bytes.count, by: RootHash.byteCount)
    do {
      return Set(try starts.map { try RootHash(Array(bytes[$0...].prefix(RootHash.byteCount))) })
    } catch {
      throw CollaborationStoreError.corrupt
    }
  }

  private static func waitingNotice(_ row: StoredRow) throws -> WaitingNotice {
    let address = NoticeAddress(
      collaborationID: try row.checked(0), root: try row.fixed(7), account: try row.checked(8),
      endpoint: try row.checked(10), key: try row.key(11), secret: try row.fixed(12),
      nextCounter: try row.number(13))
    return WaitingNotice(
      address: address, action: try action(row), noticeID: try row.fixed(14),
      counter: try row.number(15), attempts: try row.number(16), dueAt: try row.number(17),
      expiresAt: try row.number(18))
  }

  private static func action(_ row: StoredRow) throws -> NoticeAction {
    guard let kind = CausedEvent.Kind(rawValue: try row.text(2)) else {
      throw CollaborationStoreError.corrupt
    }
    return NoticeAction(
      account: try row.checked(1), kind: kind,
      subject: try row.bytes(3).isEmpty ? nil : try row.fixed(3), actorRoot: try row.fixed(4),
      name: row.isNull(5) ? nil : try row.text(5), at: try row.number(6))
  }
}
