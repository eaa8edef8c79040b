import Synchronization

/// What is known about types: the framework's table, and what this program declared.
enum UTTypeRegistry {
  struct Declaration: Sendable {
    let identifier: String
    let parents: [String]
    let endings: [String]
    let mediaTypes: [String]
    let title: String?

    var type: UTType { UTType(table: identifier) }
  }

  private static let builtIn: [String: Declaration] = Dictionary(
    UTTypeTable.rows.map { ($0.identifier.lowercased(), $0) },
    uniquingKeysWith: { first, _ in first })
  private static let declared = Mutex<[String: Declaration]>([:])

  static func known(_ identifier: String) -> Declaration? {
    let name = identifier.lowercased()
    return builtIn[name] ?? declared.withLock { $0[name] }
  }

  /// In the order of the table, then by name, so that the answer is always the same.
  static func first(where matches: (Declaration) -> Bool) -> Declaration? {
    if let row = UTTypeTable.rows.first(where: matches) { return row }
    return declared.withLock { $0.values.sorted { $0.identifier < $1.identifier } }
      .first(where: matches)
  }

  /// A second declaration of one identifier changes nothing.
  static func declare(_ identifier: String, conformingTo parent: String?) {
    guard known(identifier) == nil else { return }
    let row = Declaration(
      identifier: identifier, parents: [parent ?? "public.data"], endings: [], mediaTypes: [],
      title: nil)
    declared.withLock { $0[identifier.lowercased()] = row }
  }
}
