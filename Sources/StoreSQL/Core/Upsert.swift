/// The text that puts a whole row, in the place of the one with its key where there is one.
enum Upsert {
  /// - Parameters:
  ///   - columns: all that a row of the table has, in the order of the arguments.
  ///   - key: those by which there is one row at most.
  static func text(_ table: String, _ columns: String, key: String) -> String {
    let names = split(columns)
    let keys = split(key)
    let values = names.map { _ in "?" }.joined(separator: ", ")
    let others = names.filter { !keys.contains($0) }.map { "\($0) = excluded.\($0)" }
    let update = others.isEmpty ? "NOTHING" : "UPDATE SET " + others.joined(separator: ", ")
    return """
      INSERT INTO \(table) (\(columns)) VALUES (\(values))
      ON CONFLICT (\(key)) DO \(update)
      """
  }

  private static func split(_ columns: String) -> [String] {
    columns.split(separator: ",").map { $0.drop { $0 == " " }.description }
  }
}
