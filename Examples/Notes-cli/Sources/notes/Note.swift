import CloudKit

/// A note as this device has it.
struct Note: Codable, Sendable {
  var title: String
  var text: String
  /// What the server says of its record, once it was there.
  var system: Data?

  static let zone = CKRecordZone(zoneName: "Notes")
  static let type = "Note"

  /// The record to be saved: what the server said of it last, and the fields as they are now.
  func record(_ id: CKRecord.ID) -> CKRecord {
    let record = kept(id) ?? CKRecord(recordType: Self.type, recordID: id)
    record["title"] = title
    record["text"] = text
    return record
  }

  private func kept(_ id: CKRecord.ID) -> CKRecord? {
    guard let system, let coder = try? NSKeyedUnarchiver(forReadingFrom: system),
      let record = CKRecord(coder: coder), record.recordID == id
    else { return nil }
    return record
  }

  init(title: String, text: String) { (self.title, self.text) = (title, text) }

  init(_ record: CKRecord) {
    title = record["title"] ?? ""
    text = record["text"] ?? ""
    take(record)
  }

  /// Takes over what the server says of its record, and nothing of what is in it.
  mutating func take(_ record: CKRecord) {
    let coder = NSKeyedArchiver(requiringSecureCoding: true)
    record.encodeSystemFields(with: coder)
    coder.finishEncoding()
    system = coder.encodedData
  }

  /// Both were written apart from each other: the lines of the other one, then those that only this one has.
  func merged(into other: CKRecord) -> Note {
    var both = Note(other)
    let known = both.text.split(separator: "\n")
    let more = text.split(separator: "\n").filter { !known.contains($0) }
    both.text = (known + more).joined(separator: "\n")
    return both
  }
}
