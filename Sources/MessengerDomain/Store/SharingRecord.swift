import GroveIdentity

/// Something the sharing side of a messenger keeps: read and written whole, by its key.
///
/// All kinds share one table (`sharing_record`): they are few, they belong to one device, and
/// nothing ever asks for part of one, so a column for each member would only be a second place to
/// keep in step.
package protocol SharingRecord: Codable, Sendable {
  /// Stable: it is stored.
  static var kind: String { get }
  /// Unique within the kind. Records that are listed together share its beginning.
  var key: [UInt8] { get }
}

/// One row-level write.
package enum SharingChange: Hashable, Sendable, Redacted {
  case put(kind: String, key: [UInt8], value: [UInt8])
  case delete(kind: String, key: [UInt8])

  package static func put(_ record: some SharingRecord) throws -> SharingChange {
    .put(
      kind: type(of: record).kind, key: record.key, value: try StrictJSON.encode(record))
  }

  package static func delete<Record: SharingRecord>(_ record: Record) -> SharingChange {
    .delete(kind: Record.kind, key: record.key)
  }
}

/// The rows a rule may look at, inside one transaction.
package protocol SharingReader {
  func sharingValue(kind: String, key: [UInt8]) throws -> [UInt8]?
  /// All values whose key begins with `prefix`, in the order of their keys.
  func sharingValues(kind: String, prefix: [UInt8]) throws -> [[UInt8]]
}

extension SharingReader {
  package func record<Record: SharingRecord>(_ type: Record.Type, key: [UInt8]) throws -> Record? {
    try sharingValue(kind: Record.kind, key: key).map { try StrictJSON.decode(type, from: $0) }
  }

  package func records<Record: SharingRecord>(_ type: Record.Type, prefix: [UInt8] = []) throws
    -> [Record]
  {
    try sharingValues(kind: Record.kind, prefix: prefix)
      .map { try StrictJSON.decode(type, from: $0) }
  }
}
