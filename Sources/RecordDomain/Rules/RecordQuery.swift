/// A question for records of one type.
public struct RecordQuery: Hashable, Sendable {
  public var container: ContainerID
  public var scope: ZoneAddress.Scope
  /// Of a shared database: whose zone.
  public var owner: RecordUserName?
  /// nil: every zone of the database.
  public var zone: ZoneName?
  public var type: RecordType
  /// All of them hold.
  public var conditions: [QueryCondition]
  /// The first counts first.
  public var sort: [QuerySort]
  /// Records of a page, at most.
  public var limit: Int
  /// Which question a cursor belongs to.
  public var digest: UInt64

  public init(
    container: ContainerID, scope: ZoneAddress.Scope, owner: RecordUserName? = nil,
    zone: ZoneName?, type: RecordType, conditions: [QueryCondition] = [], sort: [QuerySort] = [],
    limit: Int = RecordLimits.pageEntries, digest: UInt64 = 0
  ) {
    self.container = container
    self.scope = scope
    self.owner = owner
    self.zone = zone
    self.type = type
    self.conditions = conditions
    self.sort = sort
    self.limit = limit
    self.digest = digest
  }
}

/// What of a record is compared.
public enum QueryKey: Hashable, Sendable {
  case field(FieldName)
  case name, parent, creator, modifier, createdAt, modifiedAt
}

/// A comparison that holds or does not (`RecordCondition` of the wire).
public struct QueryCondition: Hashable, Sendable {
  public enum Comparison: Hashable, Sendable, CaseIterable {
    case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual, between, beginsWith, oneOf
  }

  public var key: QueryKey
  public var comparison: Comparison
  public var values: [FieldValue]
  public var isOfAnyElement: Bool
  public var isNegated: Bool

  public init(
    _ key: QueryKey, _ comparison: Comparison, _ values: [FieldValue],
    isOfAnyElement: Bool = false, isNegated: Bool = false
  ) {
    self.key = key
    self.comparison = comparison
    self.values = values
    self.isOfAnyElement = isOfAnyElement
    self.isNegated = isNegated
  }
}

/// By what records are sorted: a field, `name`, `createdAt` or `modifiedAt`.
public struct QuerySort: Hashable, Sendable {
  public var key: QueryKey
  public var isDescending: Bool

  public init(_ key: QueryKey, isDescending: Bool = false) {
    self.key = key
    self.isDescending = isDescending
  }
}

extension RecordQuery {
  /// What a question is known by again.
  /// - Parameter bytes: all that it says but its page.
  public static func digest(_ bytes: [UInt8]) -> UInt64 {
    // FNV-1a: who makes two questions fall together confuses themselves.
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  /// - Throws: `invalidArguments` for what makes no sense; `limitExceeded` for more than is taken.
  func check() throws {
    let values = conditions.reduce(0) { $0 + $1.values.count }
    guard conditions.count <= RecordLimits.conditions, sort.count <= RecordLimits.sorts,
      values <= RecordLimits.allComparedValues
    else { throw RecordRefusal.limitExceeded }
    for condition in conditions { try condition.check() }
    guard Set(sort.map(\.key)).count == sort.count else { throw RecordRefusal.invalidArguments }
    for sort in sort {
      switch sort.key {
      case .field, .name, .createdAt, .modifiedAt: break
      case .parent, .creator, .modifier: throw RecordRefusal.invalidArguments
      }
    }
  }
}

extension QueryCondition {
  fileprivate func check() throws {
    guard values.count <= RecordLimits.comparedValues else { throw RecordRefusal.limitExceeded }
    let count = comparison == .between ? 2 : comparison == .oneOf ? values.count : 1
    let kinds = Set(values.map { $0.key?.kind })
    guard values.count == count, kinds.count <= 1, !kinds.contains(nil),
      !(isNegated && comparison == .between), !(isOfAnyElement && !isOfField),
      fits(kinds.first ?? 0)
    else { throw RecordRefusal.invalidArguments }
    for case .number(let number) in values where !number.isFinite {
      throw RecordRefusal.invalidArguments
    }
  }

  private var isOfField: Bool {
    if case .field = key { return true }
    return false
  }

  /// Whether values of a kind may be compared so; any may where there is none.
  private func fits(_ kind: Int?) -> Bool {
    guard let kind else { return true }
    let text = 3
    let reference = 4
    let isEquality = [.equal, .notEqual, .oneOf].contains(comparison)
    guard kind != reference || isEquality, comparison != .beginsWith || kind == text else {
      return false
    }
    switch key {
    case .field: return true
    case .name, .parent: return kind == reference
    case .creator, .modifier: return kind == text && isEquality
    case .createdAt, .modifiedAt: return kind == 2
    }
  }
}
