/// The text that puts a row of these columns, in the order of its arguments.
enum Insert {
  static func text(_ table: String, _ columns: String) -> String {
    let values = split(columns).map { _ in "?" }.joined(separator: ", ")
    return "INSERT INTO \(table) (\(columns)) VALUES (\(values))"
  }

  fileprivate static func split(_ columns: String) -> [String] {
    columns.split(separator: ",").map { $0.drop { $0 == " " }.description }
  }
}

/// The text that puts a whole row, in the place of the one with its key where there is one.
enum Upsert {
  /// - Parameters:
  ///   - columns: all that a row of the table has, in the order of the arguments.
  ///   - key: those by which there is one row at most.
  static func text(_ table: String, _ columns: String, key: String) -> String {
    let keys = Insert.split(key)
    let others = Insert.split(columns).filter { !keys.contains($0) }
      .map { "\($0) = excluded.\($0)" }
    let update = others.isEmpty ? "NOTHING" : "UPDATE SET " + others.joined(separator: ", ")
    return "\(Insert.text(table, columns)) ON CONFLICT (\(key)) DO \(update)"
  }
}
