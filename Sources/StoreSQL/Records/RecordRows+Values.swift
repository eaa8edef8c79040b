import CollaborationDomain
import GroveIdentity
import RecordDomain

extension RecordRows {
  /// Added to the kind of a list's elements.
  static let ofElements = 16

  /// Writes what has come and deletes what has gone: a change of one field touches no other's rows.
  func putValues(of record: StoredRecord?, instead old: StoredRecord?) throws {
    let (before, after) = (old?.indexEntries ?? [], record?.indexEntries ?? [])
    if let old {
      for entry in before.subtracting(after) {
        try run(
          """
          DELETE FROM recordValue
          WHERE zone = ? AND type = ? AND field = ? AND kind = ? AND value = ? AND name = ?
          """, entry, of: old)
      }
    }
    if let record {
      for entry in after.subtracting(before) {
        try run(
          """
          INSERT INTO recordValue (zone, type, field, kind, value, name)
          VALUES (?, ?, ?, ?, ?, ?)
          """, entry, of: record)
      }
    }
  }

  private func run(_ sql: String, _ entry: IndexEntry, of record: StoredRecord) throws {
    try rows.run(
      sql,
      [
        Stored.blob(record.zone), record.type.text, entry.field.text,
        entry.key.kind + (entry.isElement ? Self.ofElements : 0), entry.key.orderedBytes,
        record.name.text,
      ])
  }

  func dropValues(in zone: ZoneID) throws {
    try rows.run("DELETE FROM recordValue WHERE zone = ?", [Stored.blob(zone)])
  }

  /// Writes down the values of all records, of which there are none yet.
  fileprivate func putAllValues() throws {
    var place: (zone: [UInt8], name: String) = ([], "")
    while true {
      let page = try rows.all(
        """
        SELECT \(Columns.record) FROM record WHERE (zone, name) > (?, ?)
        ORDER BY zone, name LIMIT 100
        """, [place.zone, place.name], Self.record)
      for record in page { try putValues(of: record, instead: nil) }
      guard let last = page.last else { return }
      place = (last.zone.bytes, last.name.text)
    }
  }
}

extension SQLConnection {
  /// For a migration that has made the index of records' values anew: fills it.
  package func putRecordValues() throws { try RecordRows(self).putAllValues() }
}
