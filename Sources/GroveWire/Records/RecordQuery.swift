public import GroveIdentity

/// Asks for records of one type that fulfil all conditions.
public struct QueryRecords: Hashable, Sendable, Codable {
  public var scope: RecordScope
  /// Of a shared database: whose zone; absent elsewhere.
  public var owner: String?
  /// Absent: every zone of the database; a shared database is asked zone by zone.
  public var zone: String?
  public var type: String
  /// All of them hold; none: every record of the type.
  public var conditions: [RecordCondition]
  /// The first counts first. Records without the field come last, in either direction.
  public var sort: [RecordSort]
  /// The fields that are wanted; absent: all; none: only what the server says of a record.
  public var fields: [String]?
  /// At most so many records, 1 to 400; absent: 400. Anything else is `malformed`.
  public var limit: Int?
  /// Of the answer before; absent: from the beginning. Everything else is as it was then.
  public var cursor: Base64URLBytes?

  public init(
    scope: RecordScope, owner: String? = nil, zone: String? = nil, type: String,
    conditions: [RecordCondition] = [], sort: [RecordSort] = [], fields: [String]? = nil,
    limit: Int? = nil, cursor: Base64URLBytes? = nil
  ) {
    self.scope = scope
    self.owner = owner
    self.zone = zone
    self.type = type
    self.conditions = conditions
    self.sort = sort
    self.fields = fields
    self.limit = limit
    self.cursor = cursor
  }
}

/// What a record has beside its fields.
public enum RecordMetadata: String, Hashable, Sendable, Codable, CaseIterable {
  /// Its name: compared as a reference to it.
  case name
  /// References to other records of the zone.
  case parent
  /// Texts: names of people in the container.
  case creator, modifier
  /// Times.
  case createdAt, modifiedAt
}

/// A comparison that holds or does not. What is not there, is encrypted, or is of another kind than the values,
/// fulfils no comparison.
public struct RecordCondition: Hashable, Sendable, Codable {
  public enum Comparison: String, Hashable, Sendable, Codable, CaseIterable {
    case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
    /// Two values: at least the first and at most the second.
    case between
    /// Texts, by their characters as they are.
    case beginsWith
    /// Any number of values up to 100.
    case oneOf
  }

  /// A field, or `metadata`: exactly one of them.
  public var field: String?
  public var metadata: RecordMetadata?
  public var comparison: Comparison
  /// Texts, numbers, times and references, all of one kind. Texts are compared by their UTF-8, numbers of both kinds
  /// with one another; references are equal or not.
  public var values: [RecordListElement]
  /// The field is a list, and the comparison is to hold for any of its elements. Without it lists fulfil nothing.
  public var ofAnyElement: Bool?
  /// The comparison is not to hold; never with `between`.
  public var isNegated: Bool?

  public init(
    field: String? = nil, metadata: RecordMetadata? = nil, _ comparison: Comparison,
    _ values: [RecordListElement], ofAnyElement: Bool? = nil, isNegated: Bool? = nil
  ) {
    self.field = field
    self.metadata = metadata
    self.comparison = comparison
    self.values = values
    self.ofAnyElement = ofAnyElement
    self.isNegated = isNegated
  }
}

/// By what records are sorted. Texts go by the first 256 bytes of their UTF-8.
public struct RecordSort: Hashable, Sendable, Codable {
  /// A field, or `metadata`: exactly one of them.
  public var field: String?
  /// `name`, `createdAt` or `modifiedAt`.
  public var metadata: RecordMetadata?
  public var isDescending: Bool

  public init(field: String? = nil, metadata: RecordMetadata? = nil, isDescending: Bool = false) {
    self.field = field
    self.metadata = metadata
    self.isDescending = isDescending
  }
}

/// A page of what was found. There may be fewer than asked for, or none, and more to come: the cursor says it.
public struct RecordsQueried: Hashable, Sendable, Codable {
  public var records: [FoundRecord]
  /// To be given back with the same question; absent at the end.
  public var cursor: Base64URLBytes?

  public init(records: [FoundRecord], cursor: Base64URLBytes?) {
    self.records = records
    self.cursor = cursor
  }
}

/// A record that was found, and the zone it is in.
public struct FoundRecord: Hashable, Sendable, Codable {
  public var zone: String
  public var record: RecordState

  public init(zone: String, record: RecordState) {
    self.zone = zone
    self.record = record
  }
}
