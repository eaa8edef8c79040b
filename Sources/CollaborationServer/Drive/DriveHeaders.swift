package import DriveDomain
import GroveServing
import GroveWire
package import HTTPTypes

/// The header fields that mean something to a drive. A field that is there twice is none (`malformed`).
package struct DriveHeaders {
  package enum Depth: Hashable { case zero, one, infinity }

  private let head: HTTPRequest
  private let publicOrigin: String

  package init(_ head: HTTPRequest, publicOrigin: String) {
    self.head = head
    self.publicOrigin = publicOrigin
  }

  func field(_ name: String) throws(Problem) -> String? {
    guard let field = HTTPField.Name(name) else { return nil }
    let values = head.headerFields[values: field]
    guard values.count < 2 else { throw Problem(.malformed, detail: name) }
    return values.first
  }

  /// Nil where none is said.
  package var depth: Depth? {
    get throws(Problem) {
      switch try field("Depth")?.lowercased() {
      case nil: nil
      case "0": .zero
      case "1": .one
      case "infinity": .infinity
      default: throw Problem(.malformed, detail: "Depth")
      }
    }
  }

  package var overwrites: Bool {
    get throws(Problem) {
      switch try field("Overwrite") {
      case nil, "T", "t": true
      case "F", "f": false
      default: throw Problem(.malformed, detail: "Overwrite")
      }
    }
  }

  /// - Throws: `malformed` where there is none; `destination_elsewhere`.
  package var destination: DrivePath {
    get throws {
      guard let text = try field("Destination") else {
        throw Problem(.malformed, detail: "Destination")
      }
      guard let path = try resolve(text) else { throw Problem(.destinationElsewhere) }
      return path
    }
  }

  /// Milliseconds; nil where nothing is said that is understood (RFC 4918, section 10.7).
  package var timeout: UInt64? {
    get throws(Problem) {
      for word in try field("Timeout")?.split(separator: ",") ?? [] {
        let word = word.drop { $0 == " " }.lowercased()
        if word == "infinite" { return DriveLimits.longestLock }
        guard word.hasPrefix("second-"), word.dropFirst(7).utf8.allSatisfy({ $0 != 0x2B }) else {
          continue
        }
        if let seconds = UInt32(word.dropFirst(7)) { return UInt64(seconds) * 1000 }
      }
      return nil
    }
  }

  /// - Throws: `malformed` where there is none.
  package var lockToken: DriveLockToken {
    get throws(Problem) {
      guard let text = try field("Lock-Token"), text.hasPrefix("<"), text.hasSuffix(">") else {
        throw Problem(.malformed, detail: "Lock-Token")
      }
      return DriveLockToken(text: String(text.dropFirst().dropLast()))
    }
  }

  /// Whether the body ends what is uploaded; nil where nothing is said of it, and it is all of it.
  package var uploadComplete: Bool? {
    get throws(Problem) {
      switch try field("Upload-Complete") {
      case nil: nil
      case "?1": true
      case "?0": false
      // Taken for nothing, a part of a file would be taken for the whole of it.
      default: throw Problem(.malformed, detail: "Upload-Complete")
      }
    }
  }

  /// A number of bytes: `Upload-Offset`, `Upload-Length`.
  package func bytes(_ name: String) throws -> UInt64? {
    guard let text = try field(name) else { return nil }
    // As structured fields have whole numbers (RFC 9651, section 3.3.1).
    guard (1...15).contains(text.utf8.count), let value = UInt64(text), text.first != "+" else {
      throw Problem(.malformed, detail: name)
    }
    return value
  }

  /// What the request expects, all of it.
  package var conditions: DriveConditions {
    get throws {
      var conditions = DriveConditions()
      conditions.ifMatch = try tags("If-Match", isWeak: false)
      conditions.ifNoneMatch = try tags("If-None-Match", isWeak: true)
      conditions.ifUnmodifiedSince = try field("If-Unmodified-Since").flatMap(HTTPDate.seconds)
      conditions.lists = try field("If").map { try IfHeader.read($0, resolve: resolve) }
      return conditions
    }
  }

  /// RFC 9110, section 8.8.3. Both fields may be there several times.
  private func tags(_ name: String, isWeak: Bool) throws(Problem) -> DriveConditions.Tags? {
    guard let field = HTTPField.Name(name) else { return nil }
    let values = head.headerFields[values: field]
    guard !values.isEmpty else { return nil }
    if values == ["*"] { return .any }
    var tags: [String] = []
    for word in values.joined(separator: ",").split(separator: ",") {
      var word = word.drop { $0 == " " || $0 == "\t" }
      while word.last == " " || word.last == "\t" { word.removeLast() }
      let isWeakTag = word.hasPrefix("W/")
      let quoted = isWeakTag ? word.dropFirst(2) : word
      guard quoted.count >= 2, quoted.first == "\"", quoted.last == "\"" else {
        throw Problem(.malformed, detail: name)
      }
      // A weak one is none where bytes have to be the same.
      if !isWeakTag || isWeak { tags.append(String(quoted.dropFirst().dropLast())) }
    }
    return .these(tags)
  }

  private func resolve(_ reference: String) throws -> DrivePath? {
    let own = publicOrigin.split(separator: "/").last.map(String.init)
    let authorities = Set([head.authority, own].compactMap { $0?.lowercased() })
    return try DriveAddress.path(reference, of: authorities)
  }
}
