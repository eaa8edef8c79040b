import Foundation
import StoreSQL

@testable import StorePostgres

/// A schema's steps with every table split by a hash of its key's first column, as several databases would share them.
///
/// What is unique without that column cannot be held by an index over all partitions: it becomes an ordinary index, and
/// holds because rules look first and transactions are serializable.
struct HashPartitions {
  let count: Int
  private(set) var migrations: [PostgresMigration] = []
  /// By table, in small letters.
  private(set) var keys: [String: String] = [:]
  /// What an index held alone, as `table.columns`.
  private(set) var unheld: Set<String> = []

  init(of originals: [PostgresMigration], count: Int) {
    self.count = count
    // What is made anew is not expanded.
    for original in originals.missing(after: [], isAlone: false) {
      let statements = original.statements.flatMap { split($0) }
      migrations.append(
        PostgresMigration(original.name, statements.joined(separator: ";\n") + ";\n"))
    }
  }

  private mutating func split(_ statement: String) -> [String] {
    let words = statement.split { " \n(".contains($0) }.map(String.init)
    // One that holds rows while they are moved is gone at the end of its step.
    if words.starts(with: ["CREATE", "TABLE"]), words[3] != "AS" {
      return table(words[2], statement)
    }
    if words.starts(with: ["CREATE", "UNIQUE", "INDEX"]) { return [index(words[5], statement)] }
    return [statement]
  }

  /// A unique index stays one where it has the column that the table is split by.
  private mutating func index(_ table: String, _ statement: String) -> String {
    let columns = Self.columns(in: statement)
    guard let key = keys[table.lowercased()], !columns.contains(key) else { return statement }
    unheld.insert("\(table).\(columns.joined(separator: ","))")
    return statement.replacing("CREATE UNIQUE INDEX", with: "CREATE INDEX")
  }

  private mutating func table(_ name: String, _ statement: String) -> [String] {
    var lines = statement.split(separator: "\n").map(String.init)
    let key = Self.key(of: lines)
    keys[name.lowercased()] = key
    var more: [String] = []
    for (place, line) in lines.enumerated() where line.contains(" UNIQUE") {
      let column = line.split(separator: " ").first.map(String.init) ?? ""
      // A list that begins with the column that the table is split by stays as it is.
      guard column != "UNIQUE" else { continue }
      lines[place] = line.replacing(" UNIQUE", with: "")
      unheld.insert("\(name).\(column)")
      more.append("CREATE INDEX ON \(name) (\(column))")
    }
    let whole = lines.joined(separator: "\n") + " PARTITION BY HASH (\(key))"
    let parts = (0..<count).map {
      "CREATE TABLE \(name)_part\($0) PARTITION OF \(name) FOR VALUES WITH (MODULUS \(count), REMAINDER \($0))"
    }
    return [whole] + parts + more
  }

  /// The first column of the primary key; of a table without one, its first column.
  private static func key(of lines: [String]) -> String {
    let words = lines.map { $0.split { " (,".contains($0) }.map(String.init) }
    for (place, line) in lines.enumerated() where line.contains("PRIMARY KEY") {
      // A table of one column stands on one line.
      if words[place].first == "CREATE" { return words[place][3] }
      if words[place].first != "PRIMARY" { return words[place][0] }
      // The list may begin on the next line.
      return words[place].count > 2 ? words[place][2].trimmed : words[place + 1][0].trimmed
    }
    return words[1][0]
  }

  private static func columns(in statement: String) -> [String] {
    guard let open = statement.firstIndex(of: "("), let close = statement.firstIndex(of: ")") else {
      return []
    }
    return statement[statement.index(after: open)..<close].split(separator: ",").map {
      String($0).trimmed
    }
  }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces.union(["(", ")"])) }
}

extension PostgresScratch {
  /// Makes the schema split, before a store finds it made.
  func split(_ originals: [PostgresMigration], count: Int = 3) async throws -> HashPartitions {
    let partitions = HashPartitions(of: originals, count: count)
    try await open(partitions.migrations).close()
    return partitions
  }

  /// As if it had just been made: to make it anew takes seconds.
  func empty(_ partitions: HashPartitions) throws {
    // TRUNCATE makes each part's files anew; in whatever order rows go, none is missed by another.
    let emptied = partitions.keys.keys.map { "DELETE FROM \(schema).\($0); " }.joined()
    try cluster.execute(
      "DO $$ BEGIN SET LOCAL session_replication_role = replica; \(emptied) END $$")
  }

  static func ofPartitions() throws -> PostgresScratch {
    try PostgresScratch(PostgresCluster.ofPartitions.get())
  }
}

extension PostgresCluster {
  /// To make a split schema locks each of its parts and their indices, in one transaction.
  fileprivate static let ofPartitions = Result {
    try PostgresCluster(settings: ["max_locks_per_transaction=2048"])
  }
}
