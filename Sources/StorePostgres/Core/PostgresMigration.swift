import StoreSQL

/// One step of a schema: SQL text under a name.
///
/// A shipped step is never edited, only followed by another: the name is what a database remembers.
struct PostgresMigration: Sendable {
  let name: String
  /// Statements, each of which ends in a semicolon at the end of a line, and takes no arguments.
  let sql: String
  /// Where it stands for others.
  let expansion: PostgresExpansion?

  /// - Parameter bearsOlder: programs that do not know the step may go on with the schema, and start on it: it takes nothing
  ///   away that they use, asks for nothing that they do not write, and what they do without it is right. The name says so
  ///   to them. Any other step is made only where no server works on the schema.
  init(_ name: String, _ sql: String, bearsOlder: Bool = false) {
    self.name = bearsOlder ? name + Self.mark : name
    self.sql = sql
    expansion = nil
  }

  /// A step that bears older programs, in place of some that do not.
  init(_ name: String, _ sql: String, _ expansion: PostgresExpansion) {
    self.name = name + Self.mark
    self.sql = sql
    self.expansion = expansion
  }

  private static let mark = "+"
  static func bearsOlder(_ name: String) -> Bool { name.hasSuffix(mark) }

  /// Comments may hold anything, so they go first.
  var statements: [String] {
    let text = sql.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("--") }
      .joined(separator: "\n")
    var statements: [String] = []
    var isInside = false
    for piece in text.split(separator: ";\n") {
      // What a function does are statements of its own.
      if isInside {
        statements[statements.count - 1] += ";\n" + piece
      } else {
        statements.append(String(piece))
      }
      if piece.ranges(of: "$$").count % 2 == 1 { isInside.toggle() }
    }
    return statements.filter { !$0.allSatisfy(\.isWhitespace) }
  }
}

extension PostgresConnection {
  /// Makes the schema, and the steps that it lacks, each once however many do so at the same time: whoever comes first
  /// holds a lock until it is done.
  ///
  /// - Parameter isCopying: rows are brought from elsewhere; nobody else uses the schema until that has ended.
  /// - Throws: `superseded` where the schema has a step that this program does not know and does not bear; `refused` while it
  ///   is copied into, and where servers work on it that do not bear a step that it lacks.
  func migrate(_ migrations: [PostgresMigration], schema: String, isCopying: Bool = false) throws {
    patience = 600_000
    defer { patience = usualPatience }
    try alone {
      try run("SET LOCAL statement_timeout = 0", [])
      try run("SET LOCAL lock_timeout = 0", [])
      // Readers of a schema and their steps are not held up by it, and it goes with the transaction.
      try each("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", ["grove:\(schema)"]) { _ in
        true
      }
      try create(schema)
      var applied = try appliedMigrations()
      if applied.remove(PostgresTables.mark) != nil, !isCopying {
        throw PostgresFailure(
          .refused, "a copy into the schema “\(schema)” has not ended: run grove migrate again")
      }
      let unknown = applied.subtracting(migrations.map(\.name))
      guard unknown.allSatisfy(PostgresMigration.bearsOlder) else {
        throw PostgresFailure(
          .superseded,
          "a newer version of Grove has changed the tables of the schema “\(schema)” so that this one cannot work on them: start that version"
        )
      }
      let missing = migrations.missing(after: applied, isAlone: isCopying)
      if !applied.isEmpty, !missing.allSatisfy({ PostgresMigration.bearsOlder($0.name) }) {
        try claimForChange(of: schema)
      }
      for migration in missing {
        for statement in migration.statements { try run(statement, []) }
        try run("INSERT INTO groveMigration (name, at) VALUES (?, now())", [migration.name])
      }
    }
  }

  private func create(_ schema: String) throws {
    // Asked first: to make what is there already takes a right that the account may not have.
    if try !exists("SELECT 1 FROM pg_namespace WHERE nspname = ?", schema) {
      try run(#"CREATE SCHEMA "\#(schema)""#, [])
    }
    let tables = "SELECT 1 FROM pg_tables WHERE schemaname = ? AND tablename = "
    for (name, statements) in PostgresOwnTables.all
    where try !exists(tables + "'\(name.lowercased())'", schema) {
      for statement in statements { try run(statement, []) }
    }
  }

  private func exists(_ sql: String, _ name: String) throws -> Bool {
    var found = false
    try each(sql, [name]) { _ in
      found = true
      return false
    }
    return found
  }

  private func appliedMigrations() throws -> Set<String> {
    var names: Set<String> = []
    try each("SELECT name FROM groveMigration", []) { row in
      if let name = row.text(0) { names.insert(name) }
      return true
    }
    return names
  }

  /// All of it or nothing, alone.
  func alone(_ body: () throws -> Void) throws {
    // Not serializable: what a lock has kept it waiting for, it is to see.
    try run("BEGIN ISOLATION LEVEL READ COMMITTED", [])
    do {
      try body()
      try run("COMMIT", [])
      try settle()
    } catch {
      if !isBroken {
        try? run("ROLLBACK", [])
        try? settle()
      }
      throw error
    }
  }
}
