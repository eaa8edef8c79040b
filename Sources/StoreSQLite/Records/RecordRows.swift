import CollaborationDomain
import Foundation
import GRDB
import GroveIdentity
import RecordDomain

/// The rows of records inside one transaction, beside those of the collaborations.
struct RecordRows {
  let rows: CollaborationRows

  init(_ db: Database) { rows = CollaborationRows(db) }

  enum Columns {
    static let zone =
      "id, container, owner, name, createdAt, changedAt, forgottenUpTo, size, ending, endedAt"
    static let record = """
      zone, name, type, fields, parent, ownShare, coveringShare, changedAt, modification, creator, \
      createdAt, modifier, modifiedAt
      """
    static let deletion = "zone, name, leftShare, type, changedAt, coveringShare, at"
    static let share = "zone, name, root, access, publicPermission, document"
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

extension StoredRow {
  fileprivate func optionalChecked<Value: CheckedText>(_ index: Int) throws -> Value? {
    isNull(index) ? nil : try checked(index)
  }
}
