/// A JSON value as it stands in an answer, with truth told from numbers.
public enum JSONValue: Hashable, Sendable, Codable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case number(Double)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .list(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .boolean(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .list(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }

  /// - Throws: `YAMLProblem` for a plain scalar that is no JSON.
  init(_ yaml: YAMLValue) throws {
    switch yaml {
    case .map(let members): self = .object(try members.mapValues { try JSONValue($0) })
    case .list(let elements): self = .list(try elements.map { try JSONValue($0) })
    case .scalar(let text, true): self = .text(text)
    case .scalar("true", false): self = .boolean(true)
    case .scalar("false", false): self = .boolean(false)
    case .scalar(let text, false):
      guard let number = Int64(text) else { throw YAMLProblem(description: "no JSON: \(text)") }
      self = .integer(number)
    }
  }

  /// The name of its type in a schema.
  var typeName: String {
    switch self {
    case .null: "null"
    case .boolean: "boolean"
    case .integer: "integer"
    case .number: "number"
    case .text: "string"
    case .list: "array"
    case .object: "object"
    }
  }

  /// As it would stand in a schema's `enum` or `const`.
  var plain: String? {
    switch self {
    case .null: "null"
    case .boolean(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .number(let value): "\(value)"
    case .text(let value): value
    case .list, .object: nil
    }
  }
}
