import CollaborationDomain
import Foundation
import GroveIdentity
import RecordDomain

extension RecordRows: RecordReader {
  var collaborations: any CollaborationReader { rows }

  func user(_ account: AccountLabel, in container: ContainerID) throws -> RecordUser? {
    try rows.one(
      "SELECT container, account, name, used FROM recordUser WHERE container = ? AND account = ?",
      [container.text, account.text], Self.user)
  }

  func user(named name: RecordUserName, in container: ContainerID) throws -> RecordUser? {
    try rows.one(
      "SELECT container, account, name, used FROM recordUser WHERE container = ? AND name = ?",
      [container.text, name.text], Self.user)
  }

  func containers(of account: AccountLabel) throws -> [ContainerID] {
    try rows.all(
      "SELECT container FROM recordUser WHERE account = ? ORDER BY container", [account.text]
    ) { row in
      do {
        return try ContainerID(try row.text(0))
      } catch is IdentityError {
        throw CollaborationStoreError.corrupt
      }
    }
  }

  func clock(of container: ContainerID) throws -> UInt64 {
    try rows.one("SELECT number FROM recordClock WHERE container = ?", [container.text]) {
      try $0.number(0)
    } ?? 0
  }

  func zone(_ key: ZoneKey) throws -> ZoneRecord? {
    try rows.one(
      """
      SELECT \(Columns.zone) FROM recordZone
      WHERE container = ? AND owner = ? AND name = ? AND ending IS NULL
      """, [key.database.container.text, key.database.owner?.text ?? "", key.name.text], Self.zone)
  }

  func zone(_ id: ZoneID) throws -> ZoneRecord? {
    try rows.one(
      "SELECT \(Columns.zone) FROM recordZone WHERE id = ?", [Stored.blob(id)], Self.zone)
  }

  func countZones(of database: RecordDatabase, upTo limit: Int) throws -> Int {
    try rows.count(
      """
      SELECT count(*) FROM (SELECT 1 FROM recordZone
        WHERE container = ? AND owner = ? AND ending IS NULL LIMIT ?) AS found
      """, [database.container.text, database.owner?.text ?? "", limit])
  }

  func zones(of database: RecordDatabase, changedAfter number: UInt64, limit: Int) throws
    -> [ZoneRecord]
  {
    try rows.all(
      """
      SELECT \(Columns.zone) FROM recordZone
      WHERE container = ? AND owner = ? AND changedAt > ? ORDER BY changedAt LIMIT ?
      """,
      [
        database.container.text, database.owner?.text ?? "", Stored.integer(number), limit,
      ], Self.zone)
  }

  func record(_ name: RecordName, in zone: ZoneID) throws -> StoredRecord? {
    try rows.one(
      "SELECT \(Columns.record) FROM record WHERE zone = ? AND name = ?",
      [Stored.blob(zone), name.text], Self.record)
  }

  func children(of parent: RecordName, in zone: ZoneID, after name: RecordName?, limit: Int) throws
    -> [StoredRecord]
  {
    try rows.all(
      """
      SELECT \(Columns.record) FROM record
      WHERE zone = ? AND parent = ? AND name > ? ORDER BY name LIMIT ?
      """, [Stored.blob(zone), parent.text, name?.text ?? "", limit], Self.record)
  }

  func owned(by name: RecordName, in zone: ZoneID, limit: Int) throws -> [RecordName] {
    try rows.all(
      "SELECT name FROM recordOwner WHERE zone = ? AND owner = ? ORDER BY name LIMIT ?",
      [Stored.blob(zone), name.text, limit]
    ) { try $0.checked(0) }
  }

  func share(_ name: RecordName, in zone: ZoneID) throws -> RecordShare? {
    try rows.one(
      "SELECT \(Columns.share) FROM recordShare WHERE zone = ? AND name = ?",
      [Stored.blob(zone), name.text], Self.share)
  }

  func share(of document: DocumentID) throws -> RecordShare? {
    try rows.one(
      "SELECT \(Columns.share) FROM recordShare WHERE document = ?", [Stored.blob(document)],
      Self.share)
  }

  func shares(in zone: ZoneID, limit: Int) throws -> [RecordShare] {
    try rows.all(
      "SELECT \(Columns.share) FROM recordShare WHERE zone = ? ORDER BY name LIMIT ?",
      [Stored.blob(zone), limit], Self.share)
  }

  func shares(
    grantedTo account: AccountLabel, container: ContainerID, zone: ZoneID?, limit: Int
  ) throws -> [RecordShare] {
    try rows.all(
      """
      SELECT DISTINCT \(CollaborationRows.Columns.of("s", Columns.share))
      FROM binding b
      JOIN identity i ON i.collaboration = b.collaboration AND i.root = b.root
      JOIN collaboration c ON c.id = b.collaboration
      JOIN recordShare s ON s.document = c.document
      JOIN recordZone z ON z.id = s.zone
      WHERE b.account = ? AND b.epoch >= i.activationEpoch AND c.endedAt IS NULL
        AND z.container = ? AND z.ending IS NULL \(zone == nil ? "" : "AND z.id = ?")
      ORDER BY s.zone, s.name LIMIT ?
      """,
      [account.text, container.text] + (zone.map { [Stored.blob($0)] } ?? []) + [limit],
      Self.share)
  }
}
