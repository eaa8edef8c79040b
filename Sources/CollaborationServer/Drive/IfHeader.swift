package import DriveDomain
import GroveServing
import GroveWire

/// Reads the `If` field (RFC 4918, section 10.4).
package struct IfHeader {
  private var rest: Substring.UTF8View
  private let resolve: (String) throws -> DrivePath?

  /// - Parameter resolve: what an address names; nil for another server's.
  /// - Throws: `malformed`, and what `resolve` throws.
  package static func read(_ text: String, resolve: (String) throws -> DrivePath?) throws
    -> [DriveConditions.List]
  {
    try withoutActuallyEscaping(resolve) { resolve in
      var reader = IfHeader(rest: text[...].utf8, resolve: resolve)
      return try reader.lists()
    }
  }

  private mutating func lists() throws -> [DriveConditions.List] {
    var lists: [DriveConditions.List] = []
    var place = DriveConditions.List.Place.target
    var isTagged: Bool?
    skipSpace()
    while let byte = rest.first {
      if byte == UInt8(ascii: "<") {
        // A tag stands before its lists, and either all of them have one or none.
        guard isTagged != false, lists.last?.conditions.isEmpty != true else {
          throw Self.malformed
        }
        isTagged = true
        place = try self.place(try angled())
        guard rest.first == UInt8(ascii: "(") else { throw Self.malformed }
      } else {
        isTagged = isTagged ?? false
        lists.append(DriveConditions.List(place, try conditions()))
      }
    }
    guard !lists.isEmpty else { throw Self.malformed }
    return lists
  }

  private func place(_ reference: String) throws -> DriveConditions.List.Place {
    try resolve(reference).map { .path($0) } ?? .elsewhere
  }

  private mutating func conditions() throws -> [DriveConditions.Condition] {
    guard take("(") else { throw Self.malformed }
    skipSpace()
    var conditions: [DriveConditions.Condition] = []
    while !take(")") {
      let isNegated = takeNot()
      skipSpace()
      conditions.append(DriveConditions.Condition(try state(), isNegated: isNegated))
      skipSpace()
    }
    guard !conditions.isEmpty else { throw Self.malformed }
    skipSpace()
    return conditions
  }

  private mutating func state() throws -> DriveConditions.Condition.State {
    guard take("[") else { return .token(DriveLockToken(text: try angled())) }
    let text = try upTo("]")
    // A weak tag is never the same as a strong one, and all of ours are strong.
    guard text.hasPrefix("\""), text.hasSuffix("\""), text.utf8.count >= 2 else {
      guard text.hasPrefix("W/\"") else { throw Self.malformed }
      return .tag(text)
    }
    return .tag(String(text.dropFirst().dropLast()))
  }

  private mutating func angled() throws -> String {
    guard take("<") else { throw Self.malformed }
    let text = try upTo(">")
    guard !text.isEmpty else { throw Self.malformed }
    skipSpace()
    return text
  }

  private mutating func takeNot() -> Bool {
    guard rest.count >= 3, String(Substring(rest.prefix(3))).lowercased() == "not" else {
      return false
    }
    rest = rest.dropFirst(3)
    return true
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest = rest.dropFirst()
    return true
  }

  private mutating func upTo(_ character: Unicode.Scalar) throws -> String {
    guard let end = rest.firstIndex(of: UInt8(ascii: character)) else { throw Self.malformed }
    let text = String(Substring(rest[..<end]))
    rest = rest[rest.index(after: end)...]
    return text
  }

  private mutating func skipSpace() {
    rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
  }

  private static let malformed = Problem(.malformed, detail: "If")
}
