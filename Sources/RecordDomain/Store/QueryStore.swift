import GroveIdentity

/// Which row of an index.
public struct IndexPlace: Hashable, Sendable {
  /// nil where the index is ordered by names alone.
  public var key: IndexKey?
  public var name: RecordName

  public init(key: IndexKey?, name: RecordName) {
    self.key = key
    self.name = name
  }
}

/// Keys of one kind from one to another, both inclusive.
public struct IndexRange: Hashable, Sendable {
  /// As `IndexKey.kind` says.
  public var kind: Int
  /// nil: from the first.
  public var lower: IndexKey?
  /// nil: to the last.
  public var upper: IndexKey?

  public init(kind: Int, lower: IndexKey?, upper: IndexKey?) {
    self.kind = kind
    self.lower = lower
    self.upper = upper
  }

  package func contains(_ key: IndexKey) -> Bool {
    key.kind == kind && lower.map { $0 <= key } ?? true && upper.map { key <= $0 } ?? true
  }
}

/// An index, or a part of it, that a query goes along: by key and name, or by name.
public enum QueryPath: Hashable, Sendable {
  /// Every record of the type.
  case names
  /// Those below a share, by name.
  case below(RecordName)
  /// Those right below a record, of all types, by name.
  case children(RecordName)
  /// By time. nil: all.
  case created(IndexRange?)
  case modified(IndexRange?)
  /// Values of a field. nil: all, by kind; of elements there is always a range.
  case values(FieldName, ofElements: Bool, IndexRange?)
}

/// Indexes inside one transaction.
public protocol QueryReader {
  /// The next rows along a path, at most `limit`. `names`, `below`, `created` and so on are of the type alone.
  func rows(
    along path: QueryPath, of type: RecordType, in zone: ZoneID, after place: IndexPlace?,
    isDescending: Bool, limit: Int
  ) throws -> [IndexPlace]
}

extension RecordMemoryState {
  func rows(
    along path: QueryPath, of type: RecordType, in zone: ZoneID, after place: IndexPlace?,
    isDescending: Bool, limit: Int
  ) throws -> [IndexPlace] {
    func comes(_ left: IndexPlace, before right: IndexPlace) -> Bool {
      switch (left.key, right.key) {
      case (let key?, let other?) where key < other: true
      case (let key?, let other?) where other < key: false
      default: left.name < right.name
      }
    }
    let found = records.values.filter { $0.zone == zone }.flatMap { $0.places(along: path, type) }
    let sorted = found.sorted { isDescending ? comes($1, before: $0) : comes($0, before: $1) }
    let rest = sorted.drop { row in
      guard let place else { return false }
      return isDescending ? !comes(row, before: place) : !comes(place, before: row)
    }
    return Array(rest.prefix(limit))
  }
}

extension StoredRecord {
  /// Its rows in an index.
  fileprivate func places(along path: QueryPath, _ type: RecordType) -> [IndexPlace] {
    if case .children(let parent) = path {
      return self.parent == parent ? [IndexPlace(key: nil, name: name)] : []
    }
    guard self.type == type else { return [] }
    func timed(_ at: UInt64, _ range: IndexRange?) -> [IndexPlace] {
      let key = IndexKey.time(Int64(clamping: at))
      return range?.contains(key) ?? true ? [IndexPlace(key: key, name: name)] : []
    }
    switch path {
    case .names, .children: return [IndexPlace(key: nil, name: name)]
    case .below(let share):
      return coveringShare == share ? [IndexPlace(key: nil, name: name)] : []
    case .created(let range): return timed(createdAt, range)
    case .modified(let range): return timed(modifiedAt, range)
    case .values(let field, let ofElements, let range):
      return indexEntries.filter { entry in
        entry.field == field && entry.isElement == ofElements
          && range?.contains(entry.key) ?? true
      }.map { IndexPlace(key: $0.key, name: name) }
    }
  }
}
