import CollaborationDomain
import Foundation
import GroveIdentity
package import RecordDomain

/// The rows of records inside one transaction, beside those of the collaborations.
struct RecordRows {
  let rows: CollaborationRows

  init(_ connection: any SQLConnection) { rows = CollaborationRows(connection) }

  enum Columns {
    static let zone =
      "id, container, owner, name, createdAt, changedAt, forgottenUpTo, size, ending, endedAt"
    static let record = """
      zone, name, type, fields, parent, ownShare, coveringShare, changedAt, modification, creator, \
      createdAt, modifier, modifiedAt
      """
    static let deletion = "zone, name, leftShare, type, changedAt, coveringShare, at"
    static let share = "zone, name, root, access, publicPermission, document"
    static let upload = "account, container, hash, size, file, isComplete, expiresAt"
  }

  enum Upserts {
    static let clock = Upsert.text("recordClock", "container, number", key: "container")
    static let record = Upsert.text("record", Columns.record, key: "zone, name")
    static let deletion = Upsert.text(
      "recordDeletion", Columns.deletion, key: "zone, name, leftShare")
    static let share = Upsert.text("recordShare", Columns.share, key: "zone, name")
    static let upload = Upsert.text(
      "recordAssetUpload", Columns.upload, key: "account, container, hash")
    static let asset = Upsert.text("recordAsset", "hash, size, file", key: "hash")
    static let assetUse = Upsert.text(
      "recordAssetUse", "zone, name, hash", key: "zone, name, hash")
  }

  static func user(_ row: StoredRow) throws -> RecordUser {
    var user = RecordUser(
      container: try row.checked(0), account: try row.checked(1), name: try row.checked(2))
    user.used = try row.number(3)
    return user
  }

  static func zone(_ row: StoredRow) throws -> ZoneRecord {
    let owner = try row.text(2)
    let database = RecordDatabase(
      container: try row.checked(1), owner: owner.isEmpty ? nil : try row.checked(2))
    var zone = ZoneRecord(
      id: try row.fixed(0), key: ZoneKey(database: database, name: try row.checked(3)),
      createdAt: try row.number(4), changedAt: try row.number(5))
    zone.forgottenUpTo = try row.number(6)
    zone.size = try row.number(7)
    zone.ending = row.isNull(8) ? nil : try value(row.text(8))
    zone.endedAt = try row.optionalNumber(9)
    return zone
  }

  static func record(_ row: StoredRow) throws -> StoredRecord {
    var record = StoredRecord(
      zone: try row.fixed(0), name: try row.checked(1), type: try row.checked(2),
      creator: try row.checked(9), at: try row.number(10))
    do {
      record.fields = try FieldCoding.decode(row.bytes(3))
    } catch is IdentityError {
      throw CollaborationStoreError.corrupt
    }
    record.parent = try row.optionalChecked(4)
    record.ownShare = try row.optionalChecked(5)
    record.coveringShare = try row.optionalChecked(6)
    record.changedAt = try row.number(7)
    record.modification = try row.number(8)
    record.modifier = try row.checked(11)
    record.modifiedAt = try row.number(12)
    return record
  }

  static func deletion(_ row: StoredRow) throws -> RecordDeletion {
    let left = try row.text(2)
    return RecordDeletion(
      zone: try row.fixed(0), name: try row.checked(1), type: try row.checked(3),
      changedAt: try row.number(4), leftShare: left.isEmpty ? nil : try row.checked(2),
      coveringShare: try row.optionalChecked(5), at: try row.number(6))
  }

  static func share(_ row: StoredRow) throws -> RecordShare {
    RecordShare(
      zone: try row.fixed(0), name: try row.checked(1),
      terms: ShareTerms(
        root: try row.optionalChecked(2), access: try value(row.text(3)),
        publicPermission: try value(row.text(4))),
      documentID: try row.fixed(5))
  }

  private static func value<Value: RawRepresentable<String>>(_ text: String) throws -> Value {
    guard let value = Value(rawValue: text) else { throw CollaborationStoreError.corrupt }
    return value
  }
}

extension SQLConnection {
  /// What rules ask the rows of records, for no longer than this transaction.
  package var records: any RecordReader { RecordRows(self) }

  /// Runs a decision and writes what it changes, and what follows from that for who takes part.
  /// - Returns: the answer, and whether rows went, or were replaced, whose bytes must not stay behind.
  package func make<Answer>(_ decide: (any RecordReader) throws -> RecordDecision<Answer>) throws
    -> (answer: Answer, erases: Bool)
  {
    let rows = RecordRows(self)
    let decision = try decide(rows)
    let following = try ShareFollowing.changes(after: decision.changes, reading: rows)
    for change in decision.changes + following { try rows.apply(change) }
    return (decision.answer, decision.changes.contains(where: \.erases))
  }
}

extension RecordChange {
  /// Whether rows go whose bytes must not stay behind.
  fileprivate var erases: Bool {
    switch self {
    case .collaboration(let change): change.erases
    case .removeRecord, .forgetContent, .forgetDeletions, .removeZone: true
    case .asset(.removeUploads): true
    case .putUser, .setClock, .putZone, .putRecord, .putDeletion, .putShare, .removeShare, .asset:
      false
    }
  }
}
