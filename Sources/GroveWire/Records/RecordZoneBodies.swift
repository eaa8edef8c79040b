/// Which of a container's databases.
public enum RecordScope: String, Hashable, Sendable, Codable, CaseIterable {
  /// Everybody's who is signed in.
  case `public`
  /// The caller's own.
  case `private`
  /// What others share with the caller.
  case shared
}

/// A zone as a request names it.
public struct RecordZonePlace: Hashable, Sendable, Codable {
  public var scope: RecordScope
  /// Of a shared database: whose zone; absent elsewhere.
  public var owner: String?
  /// `_defaultZone` is always there.
  public var name: String

  public init(scope: RecordScope, owner: String? = nil, name: String) {
    self.scope = scope
    self.owner = owner
    self.name = name
  }
}

/// Who the caller is in a container.
public struct RecordUserIdentity: Hashable, Sendable, Codable {
  /// How others in the container see them: `_` and 32 hexadecimal digits. It says nothing of the account.
  public var user: String

  public init(user: String) { self.user = user }
}

/// A zone as it is.
public struct RecordZoneState: Hashable, Sendable, Codable {
  /// Whose, where it is not the caller's.
  public var owner: String?
  public var name: String
  /// Whether the whole zone is shared: the name of the record that says so.
  public var share: String?

  public init(owner: String? = nil, name: String, share: String? = nil) {
    self.owner = owner
    self.name = name
    self.share = share
  }
}

/// Zones of the caller's private database to be made and deleted.
public struct ModifyRecordZones: Hashable, Sendable, Codable {
  /// One that is there already stays as it is.
  public var save: [String]
  /// With everything in them. One that is not there is deleted already.
  public var delete: [String]

  public init(save: [String] = [], delete: [String] = []) {
    self.save = save
    self.delete = delete
  }
}

/// Zones to be looked at.
public struct LookUpRecordZones: Hashable, Sendable, Codable {
  /// At most 400.
  public var zones: [RecordZonePlace]

  public init(zones: [RecordZonePlace]) { self.zones = zones }
}

/// What became of each zone, in the order in which they were named: those to be saved, then those to be deleted.
public struct RecordZoneResults: Hashable, Sendable, Codable {
  public var results: [RecordZoneResult]

  public init(results: [RecordZoneResult]) { self.results = results }
}

/// What became of a zone.
public struct RecordZoneResult: Hashable, Sendable, Codable {
  public var name: String
  /// Where it is there now.
  public var zone: RecordZoneState?
  /// Why it was not done.
  public var code: ProblemCode?

  public init(name: String, zone: RecordZoneState? = nil, code: ProblemCode? = nil) {
    self.name = name
    self.zone = zone
    self.code = code
  }
}
