import CollaborationDomain
import GroveIdentity
import RecordDomain

extension RecordRows {
  func rows(
    along path: QueryPath, of type: RecordType, in zone: ZoneID, after place: IndexPlace?,
    isDescending: Bool, limit: Int
  ) throws -> [IndexPlace] {
    let index = IndexStatement(isDescending: isDescending, zone: zone, type: type)
    switch path {
    case .names: return try named(index.named("type = ?", [type.text], place, limit))
    case .below(let share):
      return try named(
        index.named("coveringShare = ? AND type = ?", [share.text, type.text], place, limit))
    case .children(let parent):
      return try named(index.named("parent = ?", [parent.text], place, limit))
    case .created(let range): return try timed(index.timed("createdAt", range, place, limit))
    case .modified(let range): return try timed(index.timed("modifiedAt", range, place, limit))
    case .values(let field, let ofElements, let range):
      let base = ofElements ? Self.ofElements : 0
      return try valued(index.valued(field, base, range, place, limit), base: base)
    }
  }

  private func named(_ found: IndexStatement.Made) throws -> [IndexPlace] {
    try rows.all(found.sql, found.arguments) { IndexPlace(key: nil, name: try $0.checked(0)) }
  }

  private func timed(_ found: IndexStatement.Made) throws -> [IndexPlace] {
    try rows.all(found.sql, found.arguments) { row in
      IndexPlace(key: .time(Int64(clamping: try row.number(1))), name: try row.checked(0))
    }
  }

  private func valued(_ found: IndexStatement.Made, base: Int) throws -> [IndexPlace] {
    try rows.all(found.sql, found.arguments) { row in
      let kind = Int(clamping: try row.number(1)) - base
      let key = try IndexKey(orderedBytes: row.bytes(2), ofKind: kind)
      return IndexPlace(key: key, name: try row.checked(0))
    }
  }
}
