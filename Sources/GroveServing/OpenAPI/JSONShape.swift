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
  /// An integer within bounds, and what counts where there is none.
  case within(ClosedRange<Int>, default: Int?)
  /// A text of so many characters.
  case sized(ClosedRange<Int>, pattern: String?)
  /// This value and no other, as JSON.
  case constant(String)
  case number
  case boolean
  case list(JSONShape)
  /// At most so many.
  case shortList(JSONShape, maximum: Int)
  case object([Member])
  /// An object described once, under its type's name.
  case named(String)

  package struct Member: Hashable, Sendable {
    package var name: String
    package var shape: JSONShape
    package var isRequired: Bool

    package init(_ name: String, _ shape: JSONShape, isRequired: Bool = true) {
      self.name = name
      self.shape = shape
      self.isRequired = isRequired
    }
  }

  /// An object with some members told more closely than their types can.
  ///
  /// - Parameter members: by name; one that the object has not is a mistake, which a test finds.
  func telling(_ members: [String: JSONShape]) -> JSONShape {
    guard case .object(let own) = self else { return self }
    return .object(
      own.map { member in
        Member(
          member.name, members[member.name] ?? member.shape, isRequired: member.isRequired)
      })
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
    case .within(let range, let usual):
      "{type: integer, minimum: \(range.lowerBound), maximum: \(range.upperBound)"
        + (usual.map { ", default: \($0)" } ?? "") + "}"
    case .sized(let range, let pattern):
      "{type: string" + (range.lowerBound > 0 ? ", minLength: \(range.lowerBound)" : "")
        + (pattern.map { ", pattern: '\($0)'" } ?? "") + ", maxLength: \(range.upperBound)}"
    case .constant(let value): "{const: \(value)}"
    case .number: "{type: number}"
    case .boolean: "{type: boolean}"
    case .list(let element): "{type: array, items: \(element.inline)}"
    case .shortList(let element, let maximum):
      "{type: array, maxItems: \(maximum), items: \(element.inline)}"
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
  ///
  /// - Parameter note: what the value is, where its name does not say it.
  func lines(_ note: String?) -> [String] {
    guard case .object(let members) = self else { return [inline] }
    let required = members.filter(\.isRequired).map(\.name)
    var lines = ["type: object"]
    if let note { lines.insert("description: \(OpenAPIDocument.quoted(note))", at: 0) }
    if !required.isEmpty { lines.append("required: [\(required.joined(separator: ", "))]") }
    if !members.isEmpty { lines.append("properties:") }
    return lines
      + members.map { "  \($0.name): \($0.isRequired ? $0.shape.inline : $0.shape.inlineOrNull)" }
  }
}
