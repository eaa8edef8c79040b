public import GroveIdentity

/// Asks what has changed in a zone.
public struct LookUpZoneChanges: Hashable, Sendable, Codable {
  public var zone: RecordZonePlace
  /// Of the answer before; absent: from the beginning.
  public var token: Base64URLBytes?
  /// At most so many entries, 1 to 400; absent: 400. Anything else is `malformed`.
  public var limit: Int?
  /// The fields that are wanted; absent: all; none: only what the server says of a record.
  public var fields: [String]?

  public init(
    zone: RecordZonePlace, token: Base64URLBytes? = nil, limit: Int? = nil, fields: [String]? = nil
  ) {
    self.zone = zone
    self.token = token
    self.limit = limit
    self.fields = fields
  }
}

/// What has changed in a zone: each record once, as it is now.
public struct ZoneChanges: Hashable, Sendable, Codable {
  public var changes: [ZoneChangeEntry]
  /// To be given back with the next question.
  public var token: Base64URLBytes
  public var isMoreComing: Bool

  public init(changes: [ZoneChangeEntry], token: Base64URLBytes, isMoreComing: Bool) {
    self.changes = changes
    self.token = token
    self.isMoreComing = isMoreComing
  }
}

/// One of a zone's changes: a record, or the name and type of one that is not there any more.
public struct ZoneChangeEntry: Hashable, Sendable, Codable {
  public var record: RecordState?
  public var deleted: DeletedRecord?

  public init(record: RecordState? = nil, deleted: DeletedRecord? = nil) {
    self.record = record
    self.deleted = deleted
  }
}

/// A record that is not there any more.
public struct DeletedRecord: Hashable, Sendable, Codable {
  public var name: String
  public var type: String

  public init(name: String, type: String) {
    self.name = name
    self.type = type
  }
}

/// Asks which zones of a database have changed.
public struct LookUpDatabaseChanges: Hashable, Sendable, Codable {
  /// `private` or `shared`.
  public var scope: RecordScope
  /// Of the answer before; absent: from the beginning.
  public var token: Base64URLBytes?
  /// At most so many zones of the private database, 1 to 1000; absent: 1000. Anything else is `malformed`, and so is one for
  /// the shared database, which is told at once.
  public var limit: Int?

  public init(scope: RecordScope, token: Base64URLBytes? = nil, limit: Int? = nil) {
    self.scope = scope
    self.token = token
    self.limit = limit
  }
}

/// Which zones of a database have changed.
public struct DatabaseChanges: Hashable, Sendable, Codable {
  public var changed: [RecordZoneState]
  public var ended: [EndedRecordZone]
  /// To be given back with the next question.
  public var token: Base64URLBytes
  public var isMoreComing: Bool

  public init(
    changed: [RecordZoneState], ended: [EndedRecordZone], token: Base64URLBytes, isMoreComing: Bool
  ) {
    self.changed = changed
    self.ended = ended
    self.token = token
    self.isMoreComing = isMoreComing
  }
}

/// A zone that is gone, or not shared with the caller any more.
public struct EndedRecordZone: Hashable, Sendable, Codable {
  /// Why.
  public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
    /// An app deleted it, or it is not shared any more.
    case deleted
    /// Its person deleted what the app kept: not to be brought back by itself.
    case purged
  }

  public var owner: String?
  public var name: String
  public var reason: Reason

  public init(owner: String?, name: String, reason: Reason) {
    self.owner = owner
    self.name = name
    self.reason = reason
  }
}
