/// Records of one zone to be saved and deleted together: at most 400, and 2 MiB without assets.
public struct ModifyRecords: Hashable, Sendable, Codable {
  public var zone: RecordZonePlace
  public var saves: [SaveRecord]
  /// One that is not there is deleted already.
  public var deletes: [String]
  /// Whether a save is refused with `record_changed` where the record was changed since the caller saw it.
  public var checksTags: Bool
  /// All or nothing; counts in zones that an app made.
  public var isAtomic: Bool

  public init(
    zone: RecordZonePlace, saves: [SaveRecord] = [], deletes: [String] = [],
    checksTags: Bool = true,
    isAtomic: Bool = true
  ) {
    self.zone = zone
    self.saves = saves
    self.deletes = deletes
    self.checksTags = checksTags
    self.isAtomic = isAtomic
  }
}

/// A record as the caller would have it. What is not named stays.
public struct SaveRecord: Hashable, Sendable, Codable {
  public var name: String
  public var type: String
  /// Of the record as the caller saw it; absent where the caller knows of none.
  public var changeTag: String?
  /// The record it is to hang below.
  public var parent: String?
  /// It is to hang below none.
  public var clearsParent: Bool?
  public var fields: [RecordFieldState]
  /// For the type `cloudkit.share`: what is shared, and how.
  public var terms: RecordShareTerms?

  public init(
    name: String, type: String, changeTag: String? = nil, parent: String? = nil,
    clearsParent: Bool? = nil, fields: [RecordFieldState] = [], terms: RecordShareTerms? = nil
  ) {
    self.name = name
    self.type = type
    self.changeTag = changeTag
    self.parent = parent
    self.clearsParent = clearsParent
    self.fields = fields
    self.terms = terms
  }
}

/// What a share shares, and what its people may do.
public struct RecordShareTerms: Hashable, Sendable, Codable {
  /// What somebody may do who has the link and was not invited.
  public enum PublicPermission: String, Hashable, Sendable, Codable, CaseIterable {
    case none, readOnly, readWrite
  }

  /// The record that is shared with what hangs below it; absent: the whole zone. It does not change.
  public var root: String?
  /// What people may do who were invited.
  public var access: ShareOptions.Access
  public var publicPermission: PublicPermission

  public init(root: String?, access: ShareOptions.Access, publicPermission: PublicPermission) {
    self.root = root
    self.access = access
    self.publicPermission = publicPermission
  }
}

/// What became of each record, in the order in which they were named.
public struct RecordsModified: Hashable, Sendable, Codable {
  public var saved: [RecordResult]
  public var deleted: [RecordResult]
  /// Whose streams were cut where shares ended.
  public var cut: IdentitiesUpdated.Cut?

  public init(saved: [RecordResult], deleted: [RecordResult], cut: IdentitiesUpdated.Cut? = nil) {
    self.saved = saved
    self.deleted = deleted
    self.cut = cut
  }
}

/// What became of a record.
public struct RecordResult: Hashable, Sendable, Codable {
  public var name: String
  /// As it is now; with `record_changed`, as it was changed meanwhile.
  public var record: RecordState?
  /// Why it was not done.
  public var code: ProblemCode?

  public init(name: String, record: RecordState? = nil, code: ProblemCode? = nil) {
    self.name = name
    self.record = record
    self.code = code
  }
}

/// Records to be looked at.
public struct LookUpRecords: Hashable, Sendable, Codable {
  public var zone: RecordZonePlace
  /// At most 400.
  public var names: [String]
  /// The fields that are wanted; absent: all; none: only what the server says of a record.
  public var fields: [String]?

  public init(zone: RecordZonePlace, names: [String], fields: [String]? = nil) {
    self.zone = zone
    self.names = names
    self.fields = fields
  }
}

/// Records in the order in which they were named.
public struct RecordsFound: Hashable, Sendable, Codable {
  public var results: [RecordResult]

  public init(results: [RecordResult]) { self.results = results }
}
