/// The rows in memory, for the memory store and for rules that are run by themselves.
package struct MemorySharingRows: SharingReader, Sendable {
  private struct Place: Hashable, Comparable {
    var kind: String
    var key: [UInt8]

    static func < (left: Self, right: Self) -> Bool {
      left.key.lexicographicallyPrecedes(right.key)
    }
  }

  private var rows: [Place: [UInt8]] = [:]

  /// None.
  package init() {}

  package mutating func apply(_ change: SharingChange) {
    switch change {
    case .put(let kind, let key, let value): rows[Place(kind: kind, key: key)] = value
    case .delete(let kind, let key): rows[Place(kind: kind, key: key)] = nil
    }
  }

  package func sharingValue(kind: String, key: [UInt8]) -> [UInt8]? {
    rows[Place(kind: kind, key: key)]
  }

  package func sharingValues(kind: String, prefix: [UInt8]) -> [[UInt8]] {
    rows.keys.filter { $0.kind == kind && $0.key.starts(with: prefix) }.sorted()
      .compactMap { rows[$0] }
  }
}
