import GroveIdentity
import RecordDomain

/// The statements that go along an index, forwards or backwards: from a row on, so that a page reads no row again.
struct IndexStatement {
  typealias Arguments = CollaborationRows.Arguments
  typealias Made = (sql: String, arguments: Arguments)

  let isDescending: Bool
  let zone: ZoneID
  let type: RecordType

  private var after: String { isDescending ? "<" : ">" }
  private var order: String { isDescending ? "DESC" : "ASC" }

  func named(
    _ condition: String, _ values: Arguments, _ place: IndexPlace?, _ limit: Int
  ) -> Made {
    var arguments: Arguments = [Stored.blob(zone)] + values
    if let place { arguments.append(place.name.text) }
    return (
      """
      SELECT name FROM record WHERE zone = ? AND \(condition)
        \(place == nil ? "" : "AND name \(after) ?")
      ORDER BY name \(order) LIMIT ?
      """, arguments + [limit]
    )
  }

  func timed(_ column: String, _ range: IndexRange?, _ place: IndexPlace?, _ limit: Int) -> Made {
    let place = bounds(of: column, range, place) { $0.time }
    let arguments: Arguments = [Stored.blob(zone), type.text]
    return (
      """
      SELECT name, \(column) FROM record WHERE zone = ? AND type = ? \(place.sql)
      ORDER BY \(column) \(order), name \(order) LIMIT ?
      """, arguments + place.arguments + [limit]
    )
  }

  func valued(
    _ field: FieldName, _ base: Int, _ range: IndexRange?, _ place: IndexPlace?, _ limit: Int
  ) -> Made {
    var arguments: Arguments = [Stored.blob(zone), type.text, field.text]
    var condition: String
    if let range {
      let place = bounds(of: "value", range, place) { $0.orderedBytes }
      condition = "AND kind = ? " + place.sql
      arguments += [range.kind + base] + place.arguments
    } else {
      condition = "AND kind < 16"
      if let place {
        condition += " AND (kind, value, name) \(after) (?, ?, ?)"
        arguments += [place.key?.kind, place.key?.orderedBytes, place.name.text]
      }
    }
    return (
      """
      SELECT name, kind, value FROM recordValue
      WHERE zone = ? AND type = ? AND field = ? \(condition)
      ORDER BY kind \(order), value \(order), name \(order) LIMIT ?
      """, arguments + [limit]
    )
  }

  /// Where to begin and end. A row to go on behind takes the place of the range's begin: two conditions would leave it
  /// to SQLite with which of them it begins.
  /// - Parameter stored: a key as the column has it.
  private func bounds(
    of column: String, _ range: IndexRange?, _ place: IndexPlace?,
    _ stored: (IndexKey) -> (any SQLArgument)?
  ) -> Made {
    var (sql, arguments): Made = ("", [])
    func add(_ condition: String, _ values: Arguments) {
      sql += "AND \(condition) "
      arguments += values
    }
    if let lower = range?.lower, range?.upper == lower {
      add("\(column) = ?", [stored(lower)])
      if let place { add("name \(after) ?", [place.name.text]) }
      return (sql, arguments)
    }
    if let place {
      add("(\(column), name) \(after) (?, ?)", [place.key.flatMap(stored), place.name.text])
    }
    if let lower = range?.lower, place == nil || isDescending {
      add("\(column) >= ?", [stored(lower)])
    }
    if let upper = range?.upper, place == nil || !isDescending {
      add("\(column) <= ?", [stored(upper)])
    }
    return (sql, arguments)
  }
}

extension IndexKey {
  fileprivate var time: Int64? {
    guard case .time(let at) = self else { return nil }
    return at
  }
}
