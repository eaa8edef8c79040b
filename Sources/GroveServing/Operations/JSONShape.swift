/// The form of a JSON value, as OpenAPI describes it.
package indirect enum JSONShape: Hashable, Sendable {
  case text(format: String?)
  /// Base64url without padding, of exactly so many bytes where that is fixed.
  case bytes(count: Int?)
  /// A 64-bit integer as a decimal text.
  case decimal
  /// UTF-8 of 1 to so many bytes.
  case label(maximumBytes: Int)
  /// One of these texts.
  case choice([String])
  case integer
  case number
  case boolean
  case list(JSONShape)
  case object([Member])
  /// An object described once, under its type's name.
  case named(String)

  package struct Member: Hashable, Sendable {
    package var name: String
    package var shape: JSONShape
    package var isRequired: Bool
  }

  /// In YAML's flow style, which fits on one line.
  var inline: String {
    switch self {
    case .text(nil): "{type: string}"
    case .text(let format?): "{type: string, description: \"\(format)\"}"
    case .bytes(nil): "{type: string, pattern: '^[A-Za-z0-9_-]*$', description: base64url}"
    case .bytes(let count?):
      "{type: string, pattern: '\(Self.pattern(ofBytes: count))', "
        + "description: \"base64url, \(count) bytes\"}"
    case .decimal:
      "{type: string, pattern: '^(0|[1-9][0-9]{0,19})$', description: \"decimal, 64 bits\"}"
    case .label(let maximum):
      "{type: string, minLength: 1, maxLength: \(maximum), "
        + "description: \"at most \(maximum) bytes of UTF-8\"}"
    case .choice(let texts): "{type: string, enum: [\(texts.joined(separator: ", "))]}"
    case .integer: "{type: integer}"
    case .number: "{type: number}"
    case .boolean: "{type: boolean}"
    case .list(let element): "{type: array, items: \(element.inline)}"
    case .object: "{type: object}"
    case .named(let name): "{$ref: '#/components/schemas/\(name)'}"
    }
  }

  /// The same, or null: a member that need not be there may also be sent as null, which means the same.
  var inlineOrNull: String {
    switch self {
    case .named: "{oneOf: [\(inline), {type: 'null'}]}"
    case .choice(let texts):
      "{type: [string, 'null'], enum: [\(texts.joined(separator: ", ")), null]}"
    default:
      inline.replacing(/^\{type: ([a-z]+)/) { "{type: [\($0.output.1), 'null']" }
    }
  }

  /// The texts that so many bytes can have in base64url, in which the bits left over are zero.
  static func pattern(ofBytes count: Int) -> String {
    let last = ["", "[AQgw]", "[AEIMQUYcgkosw048]"][count % 3]
    return "^[A-Za-z0-9_-]{\(count * 4 / 3)}\(last)$"
  }

  /// As lines of a schema of its own.
  var lines: [String] {
    guard case .object(let members) = self else { return [inline] }
    let required = members.filter(\.isRequired).map(\.name)
    var lines = ["type: object"]
    if !required.isEmpty { lines.append("required: [\(required.joined(separator: ", "))]") }
    if !members.isEmpty { lines.append("properties:") }
    return lines
      + members.map { "  \($0.name): \($0.isRequired ? $0.shape.inline : $0.shape.inlineOrNull)" }
  }
}
