public import CollaborationDomain
public import GroveIdentity

/// A record as it is kept.
public struct StoredRecord: Hashable, Sendable {
  public var zone: ZoneID
  public var name: RecordName
  public var type: RecordType
  public var fields: [FieldName: RecordField]
  /// The record it hangs below: what is shared with that one is shared with it.
  public var parent: RecordName?
  /// The share that it is the root of.
  public var ownShare: RecordName?
  /// The nearest share at or above it; nil where none is, whatever is shared with the whole zone.
  public var coveringShare: RecordName?
  /// Its place in the zone's feed: the container's number of its last change, or of its coming under or out
  /// of a share.
  public var changedAt: UInt64
  /// The number of the last change to itself; the change tag is made of it.
  public var modification: UInt64
  public var creator: AccountLabel
  /// Milliseconds since 1970.
  public var createdAt: UInt64
  public var modifier: AccountLabel
  /// Milliseconds since 1970.
  public var modifiedAt: UInt64

  /// Made when a record is saved for the first time.
  public init(
    zone: ZoneID, name: RecordName, type: RecordType, creator: AccountLabel, at now: UInt64
  ) {
    self.zone = zone
    self.name = name
    self.type = type
    self.creator = creator
    fields = [:]
    changedAt = 0
    modification = 0
    createdAt = now
    modifier = creator
    modifiedAt = now
  }

  /// By which a writer shows what they have seen: the last change's number in base 36.
  public var changeTag: String { String(modification, radix: 36) }

  /// About how many bytes it takes, without assets: what reads, batches and quotas are bounded by.
  var size: Int { fields.reduce(256) { $0 + $1.key.bytes.count + $1.value.value.size } }

  /// The records it refers to with `deletesSelf`: it goes when one of them does.
  package var owners: Set<RecordName> {
    var found: Set<RecordName> = []
    for field in fields.values {
      for case .reference(let name, deletesSelf: true) in field.value.elements {
        found.insert(name)
      }
    }
    return found
  }

}

/// A record that is not there any more for somebody.
public struct RecordDeletion: Hashable, Sendable {
  public var zone: ZoneID
  public var name: RecordName
  public var type: RecordType
  /// Its place in the zone's feed.
  public var changedAt: UInt64
  /// nil: it was deleted. Otherwise the share it does not hang below any more, for whose participants it is gone.
  public var leftShare: RecordName?
  /// The share it hung below when it was deleted.
  public var coveringShare: RecordName?
  /// Milliseconds since 1970.
  public var at: UInt64

  /// Made by a store from a row.
  public init(
    zone: ZoneID, name: RecordName, type: RecordType, changedAt: UInt64, leftShare: RecordName?,
    coveringShare: RecordName?, at: UInt64
  ) {
    self.zone = zone
    self.name = name
    self.type = type
    self.changedAt = changedAt
    self.leftShare = leftShare
    self.coveringShare = coveringShare
    self.at = at
  }

  /// Made of the record as it was.
  public init(
    _ record: StoredRecord, leaving share: RecordName? = nil, changedAt: UInt64, at now: UInt64
  ) {
    zone = record.zone
    name = record.name
    type = record.type
    self.changedAt = changedAt
    leftShare = share
    coveringShare = share == nil ? record.coveringShare : nil
    at = now
  }
}

/// What a share shares, and what its people may do.
public struct ShareTerms: Hashable, Sendable {
  /// What somebody may do who has the link and was not invited.
  public enum PublicPermission: String, Hashable, Sendable {
    case none, readOnly, readWrite
  }

  /// The record that is shared with what hangs below it; nil: the whole zone. It does not change.
  public var root: RecordName?
  /// What people may do who were invited.
  public var access: SelectedShareOptions.Access
  public var publicPermission: PublicPermission

  public init(
    root: RecordName?, access: SelectedShareOptions.Access = .readWrite,
    publicPermission: PublicPermission = .none
  ) {
    self.root = root
    self.access = access
    self.publicPermission = publicPermission
  }
}

/// A share: the record that says so, and the document that everything about its people is kept under.
public struct RecordShare: Hashable, Sendable {
  public var zone: ZoneID
  /// The share's own record.
  public var name: RecordName
  public var terms: ShareTerms
  public var documentID: DocumentID

  /// Made when a share is saved for the first time.
  public init(zone: ZoneID, name: RecordName, terms: ShareTerms, documentID: DocumentID) {
    self.zone = zone
    self.name = name
    self.terms = terms
    self.documentID = documentID
  }
}
