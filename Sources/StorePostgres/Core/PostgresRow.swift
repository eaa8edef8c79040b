import CPostgres
import StoreSQL

/// A row of a result in binary format.
struct PostgresRow: SQLRow {
  let client: PostgresClient
  let result: OpaquePointer
  let row: Int32

  /// Bytes in all of its columns.
  var size: Int {
    (0..<client.functions.nfields(result)).reduce(0) {
      $0 + Int(client.functions.getlength(result, row, $1))
    }
  }

  func isNull(_ index: Int) -> Bool {
    client.functions.getisnull(result, row, Int32(index)) == 1
  }

  func integer(_ index: Int) -> Int64? {
    value(index) { type, bytes in
      switch type {
      case PostgresType.int8: Int64(bitPattern: Self.number(bytes))
      case PostgresType.int4: Int64(Int32(truncatingIfNeeded: Self.number(bytes)))
      case PostgresType.int2: Int64(Int16(truncatingIfNeeded: Self.number(bytes)))
      case PostgresType.bool: bytes.first == 1 ? 1 : 0
      // What a sum of whole numbers is.
      case PostgresType.numeric: Self.whole(bytes)
      default: nil
      }
    }
  }

  func real(_ index: Int) -> Double? {
    value(index) { type, bytes in
      type == PostgresType.float8 ? Double(bitPattern: Self.number(bytes)) : nil
    }
  }

  func text(_ index: Int) -> String? {
    value(index) { type, bytes in
      switch type {
      case PostgresType.text, PostgresType.varchar, PostgresType.name, PostgresType.unknown:
        StoredText.decode(bytes)
      default: nil
      }
    }
  }

  func bytes(_ index: Int) -> [UInt8]? {
    value(index) { type, bytes in type == PostgresType.bytea ? Array(bytes) : nil }
  }

  private func value<Value>(
    _ index: Int, _ make: (UInt32, UnsafeRawBufferPointer) -> Value?
  ) -> Value? {
    let column = Int32(index)
    guard !isNull(index), let start = client.functions.getvalue(result, row, column) else {
      return nil
    }
    let count = Int(client.functions.getlength(result, row, column))
    return make(
      client.functions.ftype(result, column), UnsafeRawBufferPointer(start: start, count: count))
  }

  private static func number(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// A `numeric` without a fraction: digits to the base 10 000 behind their count, the weight of the first, the sign and
  /// the scale, in two bytes each.
  private static func whole(_ bytes: UnsafeRawBufferPointer) -> Int64? {
    guard bytes.count >= 8 else { return nil }
    func word(_ index: Int) -> Int {
      Int(bytes[2 * index]) << 8 | Int(bytes[2 * index + 1])
    }
    let (count, weight, sign) = (word(0), word(1), word(2))
    guard count > 0 else { return sign == 0 ? 0 : nil }
    guard sign == 0 || sign == 0x4000, weight >= count - 1, weight < 5 else { return nil }
    var sum: Int64 = 0
    for index in 0...weight {
      let digit = index < count ? Int64(word(4 + index)) : 0
      let (tens, isOver) = sum.multipliedReportingOverflow(by: 10_000)
      let (next, isOverToo) = tens.addingReportingOverflow(digit)
      guard !isOver, !isOverToo else { return nil }
      sum = next
    }
    return sign == 0 ? sum : -sum
  }
}
