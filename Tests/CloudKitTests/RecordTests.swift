import GroveWire
import Synchronization
import Testing

@testable import CloudKit

/// Records as values: what apps set, read, copy and keep.
struct RecordTests {
  @Test func `numbers come back as every type that holds them, and other values as they were set`()
  {
    let record = CKRecord(recordType: "Note")
    record["whole"] = 3
    record["part"] = 2.5
    record["flag"] = true
    record["tags"] = ["a", "b"]
    record["sizes"] = [1, 2]
    record["mixed"] = NSArray(array: [NSNumber(value: 1), NSNumber(value: 2.5)])
    let typed: Int64? = record["whole"]
    let text: NSString? = record["text"]
    #expect(typed == 3 && text == nil)
    #expect(record["whole"] as? Double == 3 && record["part"] as? Int == nil)
    #expect(record["flag"] as? Bool == true && record["flag"] as? Int == 1)
    #expect(record["tags"] as? [String] == ["a", "b"] && record["sizes"] as? [Int] == [1, 2])
    #expect(record["mixed"] as? [Double] == [1, 2.5])
    record["text"] = "é" as any CKRecordValue
    #expect(record["text"] as? String == "é" && record["text"] as? NSString == "é")
    record["text"] = nil as (any CKRecordValue)?
    #expect(record["text"] == nil && record.changedKeys().contains("text"))
  }

  @Test func `a record goes through its fields by their names, and knows which were set`() {
    let record = CKRecord(recordType: "Note")
    record["b"] = 1
    record["a"] = "x"
    #expect(record.map(\.0) == ["a", "b"] && record.allKeys() == ["a", "b"])
    #expect(record.changedKeys() == ["a", "b"])
  }

  @Test func `a copy is a record of its own`() throws {
    let record = CKRecord(recordType: "Note")
    record["a"] = 1
    let copy = try #require(record.copy() as? CKRecord)
    copy["a"] = 2
    #expect(record["a"] == 1 && copy["a"] == 2 && copy.recordID == record.recordID)
    let share = CKShare(rootRecord: record)
    #expect(share.copy() is CKShare && record.share?.recordID == share.recordID)
  }

  private static func archived(_ write: (NSKeyedArchiver) -> Void) throws -> NSKeyedUnarchiver {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    write(archiver)
    let reader = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    reader.requiresSecureCoding = true
    return reader
  }

  private static var saved: CKRecord {
    var content = RecordContent()
    content.fields = ["text": .text("milk")]
    content.system = RecordSystemFields(
      changeTag: "7", creator: CKCurrentUserDefaultName, createdAt: 1000, modifier: "_a",
      modifiedAt: 2000)
    let zone = CKRecordZoneID(zoneName: "Notes", ownerName: "_b")
    let id = CKRecordID(recordName: "a", zoneID: zone)
    content.parent = CKReference(recordID: CKRecordID(recordName: "list", zoneID: zone))
    return CKRecord(type: "Note", id: id, content)
  }

  @Test func `system fields are kept without values, and what is then set is saved under the tag`()
    throws
  {
    let record = Self.saved
    let reader = try Self.archived { record.encodeSystemFields(with: $0) }
    let kept = try #require(CKRecord(coder: reader))
    #expect(kept.recordID == record.recordID && kept.recordChangeTag == "7")
    #expect(kept.parent == record.parent && kept.creationDate == record.creationDate)
    #expect(kept.allKeys() == [] && kept.changedKeys() == [])
    kept["text"] = "bread"
    let body = try RecordDraft(kept, .ifServerRecordUnchanged).body(assets: [:])
    #expect(body.changeTag == "7" && body.fields.map(\.value?.text) == ["bread"])
    #expect(body.parent == nil && body.clearsParent == nil)
  }

  @Test func `records, identifiers, zones and references come back from an archive`() throws {
    func again<Value: NSObject & NSCoding & NSSecureCoding>(_ value: Value) throws -> Value? {
      let data = try NSKeyedArchiver.archivedData(
        withRootObject: value, requiringSecureCoding: true)
      return try NSKeyedUnarchiver.unarchivedObject(ofClass: Value.self, from: data)
    }
    let record = Self.saved
    #expect(try again(record)?["text"] == "milk")
    #expect(try again(record.recordID) == record.recordID)
    #expect(try again(record.recordID.zoneID) == record.recordID.zoneID)
    let target = CKReference(recordID: record.recordID, action: .deleteSelf)
    #expect(try again(target) == target)
    #expect(try again(CKRecordZone(zoneName: "a"))?.zoneID.zoneName == "a")
    let share = CKShare(rootRecord: record)
    share[CKShare.SystemFieldKey.title] = "Shopping"
    let shareAgain = try again(share)
    #expect(shareAgain?[CKShare.SystemFieldKey.title] == "Shopping")
    #expect(shareAgain?.recordID == share.recordID)
  }

  @Test func `an archive of something else is refused and ends no process`() throws {
    let damaged = try Self.archived { $0.encode(NSData(data: Data([1, 2])), forKey: "grove") }
    #expect(CKRecord(coder: damaged) == nil)
    let empty = try Self.archived { $0.encode(NSString("x"), forKey: "other") }
    #expect(CKShare(coder: empty).recordID.recordName == "")
  }

  @Test func `every kind of value comes back from an archive, one that no record can hold as such`()
    throws
  {
    let record = Self.saved
    record["file"] = CKAsset(fileURL: URL(fileURLWithPath: "/nowhere/a"))
    record["place"] = CLLocation(latitude: 1, longitude: 2)
    record["at"] = Date(timeIntervalSince1970: 0.5)
    record["list"] = [1, 2]
    record["bytes"] = Data([1])
    record["other"] = CKRecord.Reference(recordID: record.recordID, action: .deleteSelf)
    record["none"] = Double.nan
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: record, requiringSecureCoding: true)
    let again = try #require(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: CKRecord.self, from: data))
    for key in ["file", "place", "at", "list", "bytes", "other"] {
      #expect(
        again.content.withLock { $0.fields[key] } == record.content.withLock { $0.fields[key] })
    }
    #expect(again.changedKeys() == record.changedKeys())
    #expect(throws: CKError.self) { try RecordDraft(again, .changedKeys).body(assets: [:]) }
  }
}
