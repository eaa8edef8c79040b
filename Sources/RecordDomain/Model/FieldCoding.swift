public import GroveIdentity

/// The stored form of a record's fields: their number, then each in the order of its name, with a tag for the kind
/// of its value. One set of fields has one form, so a record's size is what it says.
public enum FieldCoding {
  /// - Throws: `limitExceeded` for a value of more than 4 GiB.
  public static func encode(_ fields: [FieldName: RecordField]) throws(IdentityError) -> [UInt8] {
    var writer = ByteWriter()
    writer.u32(UInt32(fields.count))
    for (name, field) in fields.sorted(by: { $0.key < $1.key }) {
      try writer.vec16(name.bytes)
      writer.u8(field.isEncrypted ? 1 : 0)
      try write(field.value, to: &writer)
    }
    return writer.bytes
  }

  /// - Throws: `malformed`; what is stored is what `encode` made.
  public static func decode(_ bytes: [UInt8]) throws(IdentityError) -> [FieldName: RecordField] {
    var reader = ByteReader(bytes)
    var fields: [FieldName: RecordField] = [:]
    for _ in 0..<(try reader.u32()) {
      let name = try FieldName(bytes: reader.vec16())
      let isEncrypted = try reader.u8() == 1
      fields[name] = RecordField(try value(from: &reader), isEncrypted: isEncrypted)
    }
    try reader.finish()
    return fields
  }

  private static func write(_ value: FieldValue, to writer: inout ByteWriter) throws(IdentityError)
  {
    switch value {
    case .text(let text):
      writer.u8(1)
      try writer.vec32(Array(text.utf8))
    case .integer(let number):
      writer.u8(2)
      writer.u64(UInt64(bitPattern: number))
    case .number(let number):
      writer.u8(3)
      writer.u64(number.bitPattern)
    case .time(let at):
      writer.u8(4)
      writer.u64(UInt64(bitPattern: at))
    case .bytes(let bytes):
      writer.u8(5)
      try writer.vec32(bytes)
    case .reference(let name, let deletesSelf):
      writer.u8(deletesSelf ? 7 : 6)
      try writer.vec16(name.bytes)
    case .asset(let asset):
      writer.u8(8)
      writer.raw(asset.hash.bytes)
      writer.u64(asset.size)
    case .location(let place):
      writer.u8(9)
      write(place, to: &writer)
    case .list(let values):
      writer.u8(10)
      writer.u32(UInt32(values.count))
      for value in values { try write(value, to: &writer) }
    }
  }

  private static func write(_ place: FieldValue.Location, to writer: inout ByteWriter) {
    for number in [
      place.latitude, place.longitude, place.altitude, place.horizontalAccuracy,
      place.verticalAccuracy,
    ] { writer.u64(number.bitPattern) }
    writer.u64(UInt64(bitPattern: place.at))
  }

  private static func value(from reader: inout ByteReader, inList: Bool = false)
    throws(IdentityError) -> FieldValue
  {
    switch try reader.u8() {
    case 1: return .text(String(decoding: try reader.vec32(), as: UTF8.self))
    case 2: return .integer(Int64(bitPattern: try reader.u64()))
    case 3: return .number(Double(bitPattern: try reader.u64()))
    case 4: return .time(Int64(bitPattern: try reader.u64()))
    case 5: return .bytes(try reader.vec32())
    case 6: return .reference(try RecordName(bytes: reader.vec16()), deletesSelf: false)
    case 7: return .reference(try RecordName(bytes: reader.vec16()), deletesSelf: true)
    case 8:
      let hash = AssetHash(unchecked: try reader.raw(AssetHash.byteCount))
      return .asset(AssetID(hash: hash, size: try reader.u64()))
    case 9: return .location(try location(from: &reader))
    case 10 where !inList:
      var values: [FieldValue] = []
      for _ in 0..<(try reader.u32()) { values.append(try value(from: &reader, inList: true)) }
      return .list(values)
    default: throw IdentityError(.malformed, "unknown kind of a field's value")
    }
  }

  private static func location(from reader: inout ByteReader) throws(IdentityError)
    -> FieldValue.Location
  {
    func number() throws(IdentityError) -> Double { Double(bitPattern: try reader.u64()) }
    return FieldValue.Location(
      latitude: try number(), longitude: try number(), altitude: try number(),
      horizontalAccuracy: try number(), verticalAccuracy: try number(),
      at: Int64(bitPattern: try reader.u64()))
  }
}
