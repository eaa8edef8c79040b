import GroveIdentity

/// A body whose JSON is written piece by piece, so that writing it takes little more memory than the text.
public protocol LongBody: Encodable {
  /// As `StrictJSON.encode` would write it, but for the order of members.
  func json() throws -> [UInt8]
}

extension RecordState: LongBody {
  public func json() throws -> [UInt8] {
    var frame = self
    frame.fields = []
    return try StrictJSON.encode(frame, "fields", of: fields.map { try StrictJSON.encode($0) })
  }
}

extension RecordResult: LongBody {
  public func json() throws -> [UInt8] {
    guard let record else { return try StrictJSON.encode(self) }
    var frame = self
    frame.record = nil
    return try StrictJSON.encode(frame, "record", record.json())
  }
}

extension FoundRecord: LongBody {
  public func json() throws -> [UInt8] {
    try StrictJSON.encode(["zone": zone], "record", record.json())
  }
}

extension ZoneChangeEntry: LongBody {
  public func json() throws -> [UInt8] {
    guard let record, deleted == nil else { return try StrictJSON.encode(self) }
    return try Array("{\"record\":".utf8) + record.json() + [UInt8(ascii: "}")]
  }
}

extension RecordsModified: LongBody {
  public func json() throws -> [UInt8] {
    var frame = self
    frame.saved = []
    return try StrictJSON.encode(frame, "saved", of: saved.map { try $0.json() })
  }
}

extension RecordsFound: LongBody {
  public func json() throws -> [UInt8] {
    try StrictJSON.encode(RecordsFound(results: []), "results", of: results.map { try $0.json() })
  }
}

extension RecordsQueried: LongBody {
  public func json() throws -> [UInt8] {
    var frame = self
    frame.records = []
    return try StrictJSON.encode(frame, "records", of: records.map { try $0.json() })
  }
}

extension ZoneChanges: LongBody {
  public func json() throws -> [UInt8] {
    var frame = self
    frame.changes = []
    return try StrictJSON.encode(frame, "changes", of: changes.map { try $0.json() })
  }
}
