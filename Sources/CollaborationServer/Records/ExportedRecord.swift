import CollaborationDomain
import GroveIdentity
import GroveServing
import GroveWire
package import RecordDomain

/// A record as an operator hands it over to whom it belongs.
package struct ExportedRecord: Codable {
  var database: RecordScope
  var zone: String
  /// As the server's answers have it.
  var record: RecordState

  /// One line of JSON.
  package static func line(
    _ record: StoredRecord, in zone: ZoneRecord, reading reader: any RecordReader
  ) throws -> [UInt8] {
    let database = zone.key.database
    var naming = RecordNaming()
    for account in [record.creator, record.modifier] {
      naming.names[account] = try reader.user(account, in: database.container)?.name.text
    }
    return try StrictJSON.encode(
      ExportedRecord(
        database: database.owner == nil ? .public : .private, zone: zone.key.name.text,
        record: naming.body(record)))
  }
}
