/// One step of a schema: SQL text under a name.
///
/// A shipped step is never edited, only followed by another: the name is what a file remembers.
struct SQLiteMigration: Hashable, Sendable {
  let name: String
  let sql: String

  init(_ name: String, _ sql: String) {
    self.name = name
    self.sql = sql
  }
}
