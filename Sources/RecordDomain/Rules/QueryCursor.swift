public import GroveIdentity

/// Where a query's next page begins: the row at which the page before ended, so that what is written meanwhile moves
/// nothing. Bytes that an app keeps; what they say is checked against the question.
public struct QueryCursor: Hashable, Sendable {
  /// Of which question.
  var digest: UInt64
  var zone: ZoneID
  /// Where only parts of the zone are seen: the share that was gone along.
  var share: RecordName?
  /// Which of the paths of a query that is not sorted.
  var path: Int
  /// By what it was sorted; of a path, its key.
  var keys: [IndexKey?]
  /// nil: the path's beginning, or that of the records which lack what they are sorted by.
  var name: RecordName?

  /// - Throws: `limitExceeded` never: names and keys are short.
  public func bytes() throws(IdentityError) -> [UInt8] {
    var writer = ByteWriter()
    writer.u8(3)
    writer.u64(digest)
    writer.raw(zone.bytes)
    try writer.vec16(share?.bytes ?? [])
    writer.u8(UInt8(clamping: path))
    writer.u8(UInt8(clamping: keys.count))
    for key in keys {
      writer.u8(key == nil ? 0 : 1)
      try key?.write(to: &writer)
    }
    try writer.vec16(name?.bytes ?? [])
    return writer.bytes
  }

  init(
    digest: UInt64, zone: ZoneID, share: RecordName? = nil, path: Int = 0, keys: [IndexKey?],
    name: RecordName?
  ) {
    self.digest = digest
    self.zone = zone
    self.share = share
    self.path = path
    self.keys = keys
    self.name = name
  }

  /// - Throws: `malformed`.
  public init(_ bytes: [UInt8]) throws(IdentityError) {
    var reader = ByteReader(bytes)
    guard try reader.u8() == 3 else { throw IdentityError(.malformed, "not a cursor") }
    digest = try reader.u64()
    zone = ZoneID(unchecked: try reader.raw(ZoneID.byteCount))
    let share = try reader.vec16()
    self.share = share.isEmpty ? nil : try RecordName(bytes: share)
    path = Int(try reader.u8())
    keys = []
    for _ in 0..<(try reader.u8()) {
      keys.append(try reader.u8() == 0 ? nil : try IndexKey(from: &reader))
    }
    let name = try reader.vec16()
    self.name = name.isEmpty ? nil : try RecordName(bytes: name)
    try reader.finish()
  }
}
