import GRDB

/// One step of a schema: SQL text under a name, and what no SQL can say.
///
/// A shipped step is never edited, only followed by another: the name is what a file remembers.
struct SQLiteMigration: Sendable {
  let name: String
  let sql: String
  /// Done in the same transaction.
  let then: @Sendable (Database) throws -> Void

  init(
    _ name: String, _ sql: String, then: @escaping @Sendable (Database) throws -> Void = { _ in }
  ) {
    self.name = name
    self.sql = sql
    self.then = then
  }
}
