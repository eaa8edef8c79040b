import Foundation
import GroveIdentity

/// A JSON value whose members keep the order in which they were written, so that recording twice
/// gives the same bytes.
enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(Int64)
  case text(String)
  case list([JSONValue])
  case object([Member])

  struct Member: Hashable, Sendable {
    var name: String
    var value: JSONValue
  }

  /// What is wrong with a transcript, and where.
  struct Mistake: Error, CustomStringConvertible {
    var description: String
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
  ExpressibleByNilLiteral
{
  init(stringLiteral text: String) { self = .text(text) }
  init(integerLiteral number: Int64) { self = .number(number) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(arrayLiteral values: JSONValue...) { self = .list(values) }
  init(nilLiteral: ()) { self = .null }

  /// Members that are nothing, or an empty list, are left out.
  init(dictionaryLiteral members: (String, JSONValue)...) { self.init(members) }

  init(_ members: [(String, JSONValue)]) {
    self = .object(
      members.filter { $0.1 != .null && $0.1 != .list([]) }.map { Member(name: $0.0, value: $0.1) })
  }
}

// MARK: Making

extension JSONValue {
  static func bytes(_ value: some FixedBytes) -> JSONValue { bytes(value.bytes) }
  /// Identifiers made for transcripts end in many equal bytes, and are written so that a person can
  /// tell them apart: what stands before them, and the byte with its count, `00 0a*15`.
  static func bytes(_ value: [UInt8]) -> JSONValue {
    let same = value.reversed().prefix { $0 == value.last }.count
    guard let last = value.last, same >= 8, value.count - same <= 4 else {
      return .text(Base64URL.encode(value))
    }
    let beginning = value.dropLast(same).map(hex)
    return .text((beginning + ["\(hex(last))*\(same)"]).joined(separator: " "))
  }
  private static func hex(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
  static func list<Value>(_ values: some Sequence<Value>, _ make: (Value) -> JSONValue)
    -> JSONValue
  {
    .list(values.map(make))
  }
  /// Milliseconds, lengths, small counts.
  static func number(_ value: UInt64) -> JSONValue { .number(Int64(clamping: value)) }
  static func number(_ value: Int) -> JSONValue { .number(Int64(value)) }
  /// Counts of 64 bits.
  static func decimal(_ value: UInt64) -> JSONValue { .text(String(value)) }

  func with(_ name: String, _ value: JSONValue) -> JSONValue {
    guard case .object(var members) = self else { return self }
    members.removeAll { $0.name == name }
    if value != .null, value != .list([]) { members.append(Member(name: name, value: value)) }
    return .object(members)
  }
}

// MARK: Reading

extension JSONValue {
  /// Absent members are null.
  subscript(name: String) -> JSONValue {
    guard case .object(let members) = self else { return .null }
    return members.first { $0.name == name }?.value ?? .null
  }

  var isNull: Bool { self == .null }

  func text() throws -> String {
    guard case .text(let text) = self else { throw Mistake(description: "no text: \(self)") }
    return text
  }

  var list: [JSONValue] { if case .list(let values) = self { values } else { [] } }

  func number() throws -> UInt64 {
    guard case .number(let number) = self, number >= 0 else {
      throw Mistake(description: "no number: \(self)")
    }
    return UInt64(number)
  }

  func decimal() throws -> UInt64 {
    guard let value = UInt64(try text()) else { throw Mistake(description: "no count: \(self)") }
    return value
  }

  var flag: Bool { self == .bool(true) }

  func bytes() throws -> [UInt8] {
    let text = try text()
    guard let star = text.firstIndex(of: "*") else { return try Base64URL.decode(text) }
    let written = text[..<star].split(separator: " ").compactMap { UInt8($0, radix: 16) }
    guard let last = written.last, let count = Int(text[text.index(after: star)...]) else {
      throw Mistake(description: "no bytes: \(text)")
    }
    return written.dropLast() + [UInt8](repeating: last, count: count)
  }
  func fixed<Value: FixedBytes>(_ type: Value.Type = Value.self) throws -> Value {
    try Value(try bytes())
  }
  func map<Value>(_ read: (JSONValue) throws -> Value) throws -> Value? {
    isNull ? nil : try read(self)
  }
}

extension JSONValue: Decodable {
  init(from decoder: any Decoder) throws {
    if let members = try? decoder.container(keyedBy: MemberName.self) {
      self = .object(
        try members.allKeys.map {
          Member(name: $0.stringValue, value: try members.decode(JSONValue.self, forKey: $0))
        })
      return
    }
    let single = try decoder.singleValueContainer()
    if single.decodeNil() {
      self = .null
    } else if let value = try? single.decode(Bool.self) {
      self = .bool(value)
    } else if let number = try? single.decode(Int64.self) {
      self = .number(number)
    } else if let text = try? single.decode(String.self) {
      self = .text(text)
    } else {
      self = .list(try single.decode([JSONValue].self))
    }
  }

  private struct MemberName: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

// MARK: Text

extension JSONValue {
  init(parsing data: Data) throws {
    self = try JSONDecoder().decode(JSONValue.self, from: data)
  }

  /// Compared with what was recorded, the order of members does not count.
  var sorted: JSONValue {
    switch self {
    case .object(let members):
      .object(
        members.map { Member(name: $0.name, value: $0.value.sorted) }.sorted { $0.name < $1.name })
    case .list(let values): .list(values.map(\.sorted))
    default: self
    }
  }

  /// On one line.
  var line: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let value): String(value)
    case .text(let text): Self.quoted(text)
    case .list(let values): "[" + values.map(\.line).joined(separator: ", ") + "]"
    case .object(let members):
      "{" + members.map { Self.quoted($0.name) + ": " + $0.value.line }.joined(separator: ", ")
        + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case _ where scalar.value < 32:
        quoted +=
          "\\u" + String(repeating: "0", count: 4 - String(scalar.value, radix: 16).count)
          + String(scalar.value, radix: 16)
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
