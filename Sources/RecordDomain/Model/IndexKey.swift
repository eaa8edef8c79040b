import GroveIdentity

/// What a value is found and sorted by: numbers, times and references whole, texts by the first bytes of their UTF-8.
public enum IndexKey: Hashable, Sendable {
  case integer(Int64)
  case number(Double)
  /// Milliseconds since 1970.
  case time(Int64)
  /// At most `textBytes`.
  case text([UInt8])
  case reference(RecordName)

  /// Bytes of a text that are indexed.
  public static let textBytes = 256

  /// Keys of one kind are compared; whole and other numbers are one kind.
  public var kind: Int {
    switch self {
    case .integer, .number: 1
    case .time: 2
    case .text: 3
    case .reference: 4
    }
  }

  /// - Parameter kind: as `kind` says.
  /// - Throws: `malformed`.
  init(from reader: inout ByteReader) throws(IdentityError) {
    switch try reader.u8() {
    case 1: self = .integer(Int64(bitPattern: try reader.u64()))
    case 2: self = .number(Double(bitPattern: try reader.u64()))
    case 3: self = .time(Int64(bitPattern: try reader.u64()))
    case 4: self = .text(try reader.vec16())
    case 5: self = .reference(try RecordName(bytes: reader.vec16()))
    default: throw IdentityError(.malformed, "unknown kind of a key")
    }
    if case .number(let number) = self, !number.isFinite {
      throw IdentityError(.malformed, "a key is a finite number")
    }
  }

  func write(to writer: inout ByteWriter) throws(IdentityError) {
    switch self {
    case .integer(let number):
      writer.u8(1)
      writer.u64(UInt64(bitPattern: number))
    case .number(let number):
      writer.u8(2)
      writer.u64(number.bitPattern)
    case .time(let at):
      writer.u8(3)
      writer.u64(UInt64(bitPattern: at))
    case .text(let bytes):
      writer.u8(4)
      try writer.vec16(bytes)
    case .reference(let name):
      writer.u8(5)
      try writer.vec16(name.bytes)
    }
  }
}

extension IndexKey: Comparable {
  public static func < (left: IndexKey, right: IndexKey) -> Bool {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): left < right
    case (.number(let left), .number(let right)): left < right
    case (.integer(let left), .number(let right)): right.isAbove(left)
    case (.number(let left), .integer(let right)): (-left).isAbove(minus: right)
    case (.time(let left), .time(let right)): left < right
    case (.text(let left), .text(let right)): left.lexicographicallyPrecedes(right)
    case (.reference(let left), .reference(let right)): left < right
    default: left.kind < right.kind
    }
  }

  /// Whether neither comes first: 1 and 1.0 do not.
  func isSame(as other: IndexKey) -> Bool { !(self < other) && !(other < self) }
}

extension Double {
  /// Whether it is greater than a whole number, exactly: a number of 64 bits is none of these.
  fileprivate func isAbove(_ whole: Int64) -> Bool {
    guard self < 0x1p63 else { return true }
    guard self >= -0x1p63 else { return false }
    let down = Int64(rounded(.down))
    return down > whole || (down == whole && Double(down) < self)
  }

  /// The same for minus a whole number, which may have no opposite.
  fileprivate func isAbove(minus whole: Int64) -> Bool {
    guard whole == .min else { return isAbove(-whole) }
    return self > 0x1p63
  }
}

/// What is written beside a record so that it is found.
public struct IndexEntry: Hashable, Sendable {
  public var field: FieldName
  /// Of a list's elements.
  public var isElement: Bool
  public var key: IndexKey

  public init(field: FieldName, isElement: Bool, key: IndexKey) {
    self.field = field
    self.isElement = isElement
    self.key = key
  }
}

extension FieldValue {
  /// The kind of its key, without making it.
  var keyKind: Int? {
    switch self {
    case .integer, .number: 1
    case .time: 2
    case .text: 3
    case .reference: 4
    case .bytes, .asset, .location, .list: nil
    }
  }

  /// nil for what cannot be asked for.
  var key: IndexKey? {
    switch self {
    case .text(let text): .text(Array(text.utf8.prefix(IndexKey.textBytes)))
    case .integer(let number): .integer(number)
    // A whole one is indexed as such: 1 and 1.0 are one key.
    case .number(let number): Int64(exactly: number).map(IndexKey.integer) ?? .number(number)
    case .time(let at): .time(at)
    case .reference(let name, _): .reference(name)
    case .bytes, .asset, .location, .list: nil
    }
  }
}

extension StoredRecord {
  /// What it is found by; nothing of what is encrypted.
  package var indexEntries: Set<IndexEntry> {
    var entries: Set<IndexEntry> = []
    for (name, field) in fields where !field.isEncrypted {
      if let key = field.value.key {
        entries.insert(IndexEntry(field: name, isElement: false, key: key))
      } else if case .list(let values) = field.value {
        for key in values.compactMap(\.key) {
          entries.insert(IndexEntry(field: name, isElement: true, key: key))
        }
      }
    }
    return entries
  }
}
