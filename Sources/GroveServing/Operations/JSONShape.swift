/// The form of a JSON value, as OpenAPI describes it.
package indirect enum JSONShape: Hashable, Sendable {
  case text(format: String?)
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
    case .choice(let texts): "{type: string, enum: [\(texts.joined(separator: ", "))]}"
    case .integer: "{type: integer}"
    case .number: "{type: number}"
    case .boolean: "{type: boolean}"
    case .list(let element): "{type: array, items: \(element.inline)}"
    case .object: "{type: object}"
    case .named(let name): "{$ref: '#/components/schemas/\(name)'}"
    }
  }

  /// As lines of a schema of its own.
  var lines: [String] {
    guard case .object(let members) = self else { return [inline] }
    let required = members.filter(\.isRequired).map(\.name)
    var lines = ["type: object"]
    if !required.isEmpty { lines.append("required: [\(required.joined(separator: ", "))]") }
    if !members.isEmpty { lines.append("properties:") }
    return lines + members.map { "  \($0.name): \($0.shape.inline)" }
  }
}
