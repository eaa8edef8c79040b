import CollaborationDomain
import GroveIdentity
import RecordDomain

extension RecordRows {
  func changes(
    in zone: ZoneID, after number: UInt64, shares: [RecordName]?, limit: Int, bytes: Int
  ) throws -> (changes: [ZoneChange], isMore: Bool) {
    let place: CollaborationRows.Arguments = [Stored.blob(zone), Stored.integer(number)]
    let visible = shares.map { ListArgument($0.map(\.text)) }
    let gone = try deletions(place, visible, limit: limit + 1)
    var size = 0
    var isCut = false
    // One more than is asked for says whether there are others; what would be too much is not read.
    let saved = try rows.all(
      """
      SELECT \(Columns.record), length(fields) FROM record WHERE zone = ? AND changedAt > ?
        \(visible.map { "AND coveringShare IN \($0.sql)" } ?? "")
      ORDER BY changedAt LIMIT ?
      """, place + (visible?.values ?? []) + [limit + 1],
      while: {
        isCut = size >= bytes
        return !isCut
      }
    ) { row in
      size += Int(clamping: try row.number(13))
      return try Self.record(row)
    }
    // Behind the last record that was read there may be others: deletions from there on come with them.
    let end = isCut ? saved.last?.changedAt ?? .max : .max
    let all = (saved.map(ZoneChange.saved) + gone.map(ZoneChange.deleted))
      .filter { $0.changedAt <= end }.sorted { $0.changedAt < $1.changedAt }
    let page = Array(all.prefix(limit))
    return (page, isCut || all.count > page.count || end != .max)
  }

  func oldDeletions(before time: UInt64, limit: Int) throws -> [(zone: ZoneID, upTo: UInt64)] {
    try rows.all(
      """
      SELECT zone, max(changedAt) FROM recordDeletion WHERE at < ? GROUP BY zone ORDER BY zone LIMIT ?
      """, [Stored.integer(time), limit]
    ) { (try $0.fixed(0), try $0.number(1)) }
  }

  func endedZones(before time: UInt64, limit: Int) throws -> [ZoneID] {
    try rows.all(
      "SELECT id FROM recordZone WHERE endedAt < ? ORDER BY id LIMIT ?",
      [Stored.integer(time), limit]
    ) { try $0.fixed(0) }
  }

  private func deletions(
    _ place: CollaborationRows.Arguments, _ visible: ListArgument?, limit: Int
  ) throws -> [RecordDeletion] {
    // To whom everything is visible nothing leaves a share.
    let condition =
      visible.map {
        "CASE WHEN leftShare = '' THEN coveringShare ELSE leftShare END IN \($0.sql)"
      } ?? "leftShare = ''"
    return try rows.all(
      """
      SELECT \(Columns.deletion) FROM recordDeletion WHERE zone = ? AND changedAt > ? AND \(condition)
      ORDER BY changedAt LIMIT ?
      """, place + (visible?.values ?? []) + [limit], Self.deletion)
  }
}
