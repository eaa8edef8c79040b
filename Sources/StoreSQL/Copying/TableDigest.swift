import Crypto

/// What all rows of a table come to: their number, and a hash over every value in the order of keys. Two tables that hold
/// the same have the same, in whichever engines they are.
package struct TableDigest: Hashable, Sendable {
  package private(set) var rows = 0
  private var hash = SHA256()

  /// SHA-256.
  package var bytes: [UInt8] { Array(hash.finalize()) }

  package init() {}

  package static func == (one: TableDigest, other: TableDigest) -> Bool {
    one.rows == other.rows && one.bytes == other.bytes
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(rows) }

  package mutating func add(_ row: [SQLValue?]) {
    rows += 1
    for value in row { add(value) }
  }

  /// Each value is its kind, its length and its bytes: no two rows are written alike.
  private mutating func add(_ value: SQLValue?) {
    switch value {
    case nil: add(kind: 0, [])
    case .integer(let number): add(kind: 1, Self.bytes(UInt64(bitPattern: number)))
    case .real(let number): add(kind: 2, Self.bytes(number.bitPattern))
    case .text(let text): add(kind: 3, Array(text.utf8))
    case .bytes(let bytes): add(kind: 4, bytes)
    }
  }

  private mutating func add(kind: UInt8, _ bytes: [UInt8]) {
    hash.update(data: [kind] + Self.bytes(UInt64(bytes.count)))
    hash.update(data: bytes)
  }

  private static func bytes(_ number: UInt64) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }
}
