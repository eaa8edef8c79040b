import GroveIdentity
import GroveWire
import Testing

/// Bodies that are written piece by piece.
struct LongBodyTests {
  private static func record(_ name: String, _ texts: [String]) -> RecordState {
    let fields = texts.map { text in
      var value = RecordValue()
      value.list = [RecordListElement(), RecordListElement()]
      value.list?[0].text = text
      value.list?[1].text = "\"records\":[],\"fields\":[]"
      return RecordFieldState(name: "f\(text.utf8.count)", value: value)
    }
    return RecordState(
      name: name, type: "\"fields\":[]", changeTag: "1", fields: fields, parent: nil, share: nil,
      shared: nil, creator: "_a", createdAt: DecimalUInt64(1), modifier: "_b",
      modifiedAt: DecimalUInt64(2))
  }

  private static func check(_ value: some LongBody & Decodable & Equatable) throws {
    let text = try value.json()
    let read = try StrictJSON.decode(type(of: value), from: text)
    #expect(read == value)
    #expect(text.count == (try StrictJSON.encode(value)).count)
  }

  @Test func `what is written piece by piece is what would be written at once`() throws {
    let records = [Self.record("a", ["", "x", "\"changes\":[]"]), Self.record("b", [])]
    let results = [
      RecordResult(name: "\"record\":", record: records[0]), RecordResult(name: "b", code: .gone),
      RecordResult(name: "c", record: records[1], code: .recordChanged),
    ]
    for count in 0...2 {
      try Self.check(
        RecordsQueried(
          records: records.prefix(count).map { FoundRecord(zone: "z\"", record: $0) },
          cursor: count == 1 ? nil : Base64URLBytes([1, 2])))
      try Self.check(
        ZoneChanges(
          changes: records.prefix(count).map { ZoneChangeEntry(record: $0) }
            + [ZoneChangeEntry(deleted: DeletedRecord(name: "d", type: "T")), ZoneChangeEntry()],
          token: Base64URLBytes([3]), isMoreComing: count > 0))
      try Self.check(RecordsFound(results: Array(results.prefix(count))))
      try Self.check(
        RecordsModified(saved: Array(results.prefix(count + 1)), deleted: results))
    }
  }
}
