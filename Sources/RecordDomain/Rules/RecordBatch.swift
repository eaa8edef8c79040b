public import CollaborationDomain
import GroveIdentity

/// Records of one zone to be saved and deleted together.
public struct RecordBatch: Hashable, Sendable {
  public var zone: ZoneAddress
  public var saves: [RecordSave]
  public var deletes: [RecordName]
  /// Whether a save is refused where the record was changed since the writer saw it.
  public var checksTags: Bool
  /// All or nothing; only in a zone that an app made.
  public var isAtomic: Bool

  public init(
    zone: ZoneAddress, saves: [RecordSave] = [], deletes: [RecordName] = [],
    checksTags: Bool = true,
    isAtomic: Bool = true
  ) {
    self.zone = zone
    self.saves = saves
    self.deletes = deletes
    self.checksTags = checksTags
    self.isAtomic = isAtomic
  }

  /// What became of one, each item in its place.
  public struct Answer: Hashable, Sendable {
    public var saved: [Result<StoredRecord, RecordFailure>]
    public var deleted: [Result<RecordName, RecordFailure>]
    /// Whose access has ended with shares that were deleted or left.
    public var revocations: [Revocation]
    /// Whether anything was changed.
    public var isChanged: Bool
  }
}

/// A record as its writer would have it.
public struct RecordSave: Hashable, Sendable {
  public var name: RecordName
  public var type: RecordType
  /// Of the record the writer saw; nil where the writer knows of none.
  public var changeTag: String?
  /// nil: as it is. Some(nil): below no record.
  public var parent: RecordName??
  /// What is to change: nil removes a field. What is not named stays.
  public var fields: [FieldName: RecordField?]
  /// Of a share: what it shares and with whom. nil: as it is.
  public var terms: ShareTerms?

  public init(
    name: RecordName, type: RecordType, changeTag: String? = nil, parent: RecordName?? = .none,
    fields: [FieldName: RecordField?] = [:], terms: ShareTerms? = nil
  ) {
    self.terms = terms
    self.name = name
    self.type = type
    self.changeTag = changeTag
    self.parent = parent
    self.fields = fields
  }

  /// The record with this in it.
  /// - Parameter known: as it is; nil where there is none.
  func applied(to known: StoredRecord?, zone: ZoneID, by account: AccountLabel, at now: UInt64)
    -> StoredRecord
  {
    var record =
      known ?? StoredRecord(zone: zone, name: name, type: type, creator: account, at: now)
    for (name, field) in fields { record.fields[name] = field }
    if let parent { record.parent = parent }
    record.modifier = account
    record.modifiedAt = now
    return record
  }
}
