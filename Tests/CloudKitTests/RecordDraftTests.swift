import GroveIdentity
import GroveWire
import Testing

@testable import CloudKit

/// What a save sends, and what a record takes over from the answer.
struct RecordDraftTests {
  private static let user = "_" + String(repeating: "a", count: 32)
  private static let place = DatabasePlace(
    scope: .private, user: user, origin: "https://docs.example")

  private static func text(_ text: String) -> RecordValue {
    var value = RecordValue()
    value.text = text
    return value
  }

  private static func state(_ fields: [String: String], tag: String = "1") -> RecordState {
    RecordState(
      name: "a", type: "Note", changeTag: tag,
      fields: fields.map { RecordFieldState(name: $0, value: text($1)) }, parent: nil, share: nil,
      shared: nil, creator: user, createdAt: DecimalUInt64(1), modifier: user,
      modifiedAt: DecimalUInt64(2))
  }

  private static func fetched(_ fields: [String: String]) -> CKRecord {
    place.record(state(fields), in: .default)
  }

  @Test func `what was set is sent under the tag, everything without one where that is asked`()
    throws
  {
    let record = Self.fetched(["a": "1", "b": "2"])
    record["a"] = "3"
    record["b"] = nil as String?
    let careful = try RecordDraft(record, .ifServerRecordUnchanged).body(assets: [:])
    #expect(careful.changeTag == "1")
    #expect(careful.fields.map(\.name) == ["a", "b"])
    #expect(careful.fields.map(\.value?.text) == ["3", nil])
    let other = Self.fetched(["a": "1", "b": "2"])
    other["b"] = "4"
    let changed = try RecordDraft(other, .changedKeys).body(assets: [:])
    #expect(changed.changeTag == nil && changed.fields.map(\.name) == ["b"])
    let all = try RecordDraft(other, .allKeys).body(assets: [:])
    #expect(all.changeTag == nil && all.fields.map(\.name) == ["a", "b"])
  }

  @Test func `what is set while a record is being saved stays set, and is sent the next time`()
    throws
  {
    let record = Self.fetched(["a": "1"])
    record["a"] = "2"
    let draft = RecordDraft(record, .ifServerRecordUnchanged)
    record["a"] = "3"
    record["b"] = "new"
    draft.adopt(Self.place.content(Self.state(["a": "2", "c": "others"], tag: "2"), in: .default))
    #expect(record["a"] == "3" && record["b"] == "new" && record["c"] == "others")
    #expect(record.changedKeys() == ["a", "b"] && record.recordChangeTag == "2")
    RecordDraft(record, .ifServerRecordUnchanged).adopt(
      Self.place.content(Self.state(["a": "3", "b": "new"], tag: "3"), in: .default))
    #expect(record.changedKeys() == [] && record.allKeys() == ["a", "b"])
  }

  @Test
  func `values, names and references that go nowhere are refused for their record alone`() {
    func code(_ type: String = "Note", name: String = "a", _ set: (CKRecord) -> Void)
      -> CKError.Code?
    {
      let record = CKRecord(recordType: type, recordID: CKRecord.ID(recordName: name))
      set(record)
      do throws(CKError) {
        _ = try RecordDraft(record, .allKeys).body(assets: [:])
        return nil
      } catch {
        return error.code
      }
    }
    let elsewhere = CKRecord.ID(recordName: "b", zoneID: CKRecordZone.ID(zoneName: "Other"))
    #expect(code { $0["a"] = Double.nan } == .invalidArguments)
    #expect(code { $0["a"] = UInt64.max } == .invalidArguments)
    #expect(code { $0["a"] = [["b"]] } == .invalidArguments)
    #expect(code { $0["a b"] = 1 } == .invalidArguments)
    #expect(code { $0["_a"] = 1 } == .invalidArguments)
    #expect(code("a-b") { _ in } == .invalidArguments)
    #expect(code(name: "") { _ in } == .invalidArguments)
    #expect(
      code { $0["a"] = CKRecord.Reference(recordID: elsewhere, action: .none) }
        == .invalidArguments)
    #expect(code { $0.setParent(elsewhere) } == .invalidArguments)
    #expect(
      code { $0["a"] = CKAsset(fileURL: URL(fileURLWithPath: "/nowhere")) } == .assetNotAvailable)
    #expect(code { $0["a"] = 1 } == nil)
  }

  @Test func `people are named by the container, and oneself as every app knows oneself`() {
    let record = Self.fetched([:])
    #expect(record.creatorUserRecordID?.recordName == CKCurrentUserDefaultName)
    #expect(Self.place.person("_b") == "_b")
    #expect(record.modificationDate == Date(timeIntervalSince1970: 0.002))
  }

  @Test func `one's own zones are private, others' are shared, and the other way round is refused`()
    throws
  {
    let other = "_" + String(repeating: "b", count: 32)
    let theirs = CKRecordZone.ID(zoneName: "Notes", ownerName: other)
    let mine = CKRecordZone.ID(zoneName: "Notes", ownerName: Self.user)
    #expect(try Self.place.zone(mine) == RecordZonePlace(scope: .private, name: "Notes"))
    #expect(throws: CKError.self) { try Self.place.zone(theirs) }
    let shared = DatabasePlace(scope: .shared, user: Self.user, origin: "https://docs.example")
    #expect(try shared.zone(theirs).owner == other)
    #expect(throws: CKError.self) { try shared.zone(mine) }
  }
}
