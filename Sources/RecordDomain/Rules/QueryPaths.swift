import GroveIdentity

extension RecordQuery {
  /// Along what a query goes that is not sorted: the index that says most, or every record of the type. The same
  /// question always goes the same ways, each record is on one of them, and once.
  var paths: [QueryPath] {
    let found = conditions.compactMap { condition in condition.paths.map { (condition, $0) } }
    return found.min { $0.0.rank < $1.0.rank }?.1 ?? [.names]
  }

  /// Whether `paths` says more than the type.
  var isSelective: Bool { paths != [.names] }

  /// The range of an index that the query is sorted by.
  func range(of key: QueryKey) -> IndexRange? {
    let ranges = conditions.filter { $0.key == key && !$0.isOfAnyElement }.compactMap(\.ranges)
    return ranges.first { $0.count == 1 }?.first
  }
}

extension QueryCondition {
  /// Lower says more.
  fileprivate var rank: Int {
    switch comparison {
    case .equal: key == .parent ? 1 : 0
    case .oneOf: 2
    case .beginsWith: 3
    case .between: 4
    default: 5
    }
  }

  /// nil: no index helps.
  fileprivate var paths: [QueryPath]? {
    guard !isNegated, comparison != .notEqual else { return nil }
    switch key {
    case .parent:
      guard comparison == .equal, case .reference(let name, _) = values[0] else { return nil }
      return [.children(name)]
    case .createdAt: return ranges.map { $0.map { .created($0) } }
    case .modifiedAt: return ranges.map { $0.map { .modified($0) } }
    case .field(let name):
      // A record may have several elements of a range, and would be found several times.
      guard !isOfAnyElement || comparison == .equal else { return nil }
      return ranges.map { ranges in
        ranges.map { .values(name, ofElements: isOfAnyElement, $0) }
      }
    case .name, .creator, .modifier: return nil
    }
  }

  /// Where in an index the values are that fulfil it, and perhaps others; ascending, apart from one another.
  fileprivate var ranges: [IndexRange]? {
    guard !isNegated else { return nil }
    let keys = values.compactMap(\.key)
    guard let first = keys.first else { return comparison == .oneOf ? [] : nil }
    let kind = first.kind
    func range(_ lower: IndexKey?, _ upper: IndexKey?) -> [IndexRange] {
      [IndexRange(kind: kind, lower: lower, upper: upper)]
    }
    switch comparison {
    case .equal: return range(first, first)
    // What a text is less than begins with what its beginning is at most.
    case .less, .lessOrEqual: return range(nil, first)
    case .greater, .greaterOrEqual: return range(first, nil)
    case .between: return range(first, keys[1])
    case .beginsWith:
      guard case .text(let bytes) = first, bytes.count < IndexKey.textBytes else {
        return range(first, first)
      }
      // No UTF-8 has such a byte.
      return range(first, .text(bytes + [0xFF]))
    case .oneOf:
      var found: [IndexRange] = []
      for key in keys.sorted() where found.last?.lower?.isSame(as: key) != true {
        found += range(key, key)
      }
      return found
    case .notEqual: return nil
    }
  }
}
