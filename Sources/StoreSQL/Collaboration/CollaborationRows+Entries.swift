import CollaborationDomain
import Foundation
import GroveIdentity

/// Log entries and their columns.
extension CollaborationRows {
  static func entry(_ row: StoredRow) throws -> EventRecord {
    EventRecord(
      documentID: try row.fixed(0), sequence: try row.number(1), kind: try kind(row),
      account: try row.checked(3), at: try row.number(4))
  }

  private static func kind(_ row: StoredRow) throws -> EventRecord.Kind {
    switch try row.text(2) {
    case "edit": .edit(updateID: try row.fixed(5), data: try row.bytes(7))
    case "comment": .comment(updateID: try row.fixed(5), data: try row.bytes(7))
    case "renamed": .renamed(title: try row.text(6))
    case "moved": .moved(location: try row.text(6))
    case "optionsChanged": .optionsChanged(try JSONColumn.decode(try row.text(6)))
    case "granted": .granted(try row.checked(6))
    case "removed": .removed(row.isNull(6) ? nil : try row.checked(6))
    case "left": .left(try row.checked(6))
    case "knocked": .knocked(try row.checked(6))
    default: throw CollaborationStoreError.corrupt
    }
  }

  func append(_ record: EventRecord) throws {
    let (kind, text, data) = try Self.columns(of: record.kind)
    try run(
      """
      INSERT INTO logEntry (document, sequence, kind, account, at, updateID, text, data)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        Stored.blob(record.documentID), Stored.integer(record.sequence), kind, record.account.text,
        Stored.integer(record.at), record.updateID.map { Stored.blob($0) }, text,
        data.map { Stored.blob($0) },
      ])
    try run(
      "UPDATE document SET lastSequence = ? WHERE id = ?",
      [Stored.integer(record.sequence), Stored.blob(record.documentID)])
  }

  private static func columns(of kind: EventRecord.Kind) throws -> (String, String?, [UInt8]?) {
    switch kind {
    case .edit(_, let data): ("edit", nil, data)
    case .comment(_, let data): ("comment", nil, data)
    case .renamed(let title): ("renamed", title, nil)
    case .moved(let location): ("moved", location, nil)
    case .optionsChanged(let options): ("optionsChanged", try JSONColumn.encode(options), nil)
    case .granted(let account): ("granted", account.text, nil)
    case .removed(let account): ("removed", account?.text, nil)
    case .left(let account): ("left", account.text, nil)
    case .knocked(let account): ("knocked", account.text, nil)
    }
  }
}
