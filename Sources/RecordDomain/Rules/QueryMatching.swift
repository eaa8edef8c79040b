import GroveIdentity

extension QueryCondition {
  /// Whether a record fulfils it, exactly: indexes know only the beginning of a text.
  func holds(for record: StoredRecord) -> Bool {
    found(in: record).contains(where: holds(for:)) != isNegated
  }

  /// How many comparisons that may take: elements of a list with each of the values. Long texts count as several.
  func cost(for record: StoredRecord) -> Int {
    let each = values.reduce(0) { sum, value in
      if case .text(let text) = value { return sum + 1 + text.utf8.count / 32 }
      return sum + 1
    }
    guard isOfAnyElement, case .field(let name) = key,
      case .list(let elements)? = record.fields[name]?.value
    else { return each }
    return elements.count * each
  }

  private func found(in record: StoredRecord) -> [FieldValue] {
    switch key {
    case .field(let name):
      guard let field = record.fields[name], !field.isEncrypted else { return [] }
      if case .list(let values) = field.value { return isOfAnyElement ? values : [] }
      return isOfAnyElement ? [] : [field.value]
    case .name: return [.reference(record.name, deletesSelf: false)]
    case .parent: return record.parent.map { [.reference($0, deletesSelf: false)] } ?? []
    // Here people are their accounts: `RecordReader.knowing`.
    case .creator: return [.text(record.creator.text)]
    case .modifier: return [.text(record.modifier.text)]
    case .createdAt: return [.time(Int64(clamping: record.createdAt))]
    case .modifiedAt: return [.time(Int64(clamping: record.modifiedAt))]
    }
  }

  private func holds(for value: FieldValue) -> Bool {
    // The values are of one kind: `check`.
    guard let kind = value.keyKind, values.first?.keyKind == kind else { return false }
    switch comparison {
    case .equal: return value.order(to: values[0]) == 0
    case .notEqual: return value.order(to: values[0]) != 0
    case .less: return value.order(to: values[0]) < 0
    case .lessOrEqual: return value.order(to: values[0]) <= 0
    case .greater: return value.order(to: values[0]) > 0
    case .greaterOrEqual: return value.order(to: values[0]) >= 0
    case .between: return value.order(to: values[0]) >= 0 && value.order(to: values[1]) <= 0
    case .oneOf: return values.contains { value.order(to: $0) == 0 }
    case .beginsWith:
      guard case .text(let text) = value, case .text(let start) = values[0] else { return false }
      return text.utf8.starts(with: start.utf8)
    }
  }
}

extension FieldValue {
  /// Below, at or above 0; both are of one kind.
  fileprivate func order(to other: FieldValue) -> Int {
    if case .text(let left) = self, case .text(let right) = other {
      if left.utf8.elementsEqual(right.utf8) { return 0 }
      return left.utf8.lexicographicallyPrecedes(right.utf8) ? -1 : 1
    }
    if case .integer(let left) = self, case .integer(let right) = other {
      return left < right ? -1 : left == right ? 0 : 1
    }
    guard let left = key, let right = other.key else { return 1 }
    return left < right ? -1 : right < left ? 1 : 0
  }
}

extension StoredRecord {
  /// What it is sorted by; nil comes last.
  func key(for sort: QueryKey) -> IndexKey? {
    switch sort {
    case .field(let name):
      guard let field = fields[name], !field.isEncrypted else { return nil }
      return field.value.key
    case .name: return .reference(name)
    case .createdAt: return .time(Int64(clamping: createdAt))
    case .modifiedAt: return .time(Int64(clamping: modifiedAt))
    case .parent, .creator, .modifier: return nil
    }
  }
}
