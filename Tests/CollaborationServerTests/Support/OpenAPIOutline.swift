/// As much of our own OpenAPI document as a test compares: operations, and which members bodies
/// have. It reads the layout the document is written in, not YAML at large.
struct OpenAPIOutline {
  struct Operation: Hashable {
    var method: String
    var path: String
    var name: String
    var status: Int
    var isPublic: Bool
    var mediaType: String?
    var schema: String?
  }

  struct Schema {
    var required: [String] = []
    /// Member to the schema it refers to, itself or as its items; nil for plain values.
    var members: [String: String?] = [:]
  }

  private(set) var operations: [Operation] = []
  private(set) var schemas: [String: Schema] = [:]

  init(_ text: String) {
    var section = "", path = "", schema = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let indent = line.prefix { $0 == " " }.count
      let content = line.dropFirst(indent)
      if indent == 0 { section = String(content) }
      if indent == 2, section == "components:" { schema = "" }
      if section == "paths:" { readPath(indent, content, &path) }
      if section == "components:" { readSchema(indent, content, &schema) }
    }
  }

  private mutating func readPath(_ indent: Int, _ content: Substring, _ path: inout String) {
    switch indent {
    case 2: path = String(content.dropLast())
    case 4 where content.hasSuffix(":"):
      operations.append(
        Operation(
          method: content.dropLast().uppercased(), path: path, name: "", status: 0,
          isPublic: false))
    case 6 where content.hasPrefix("operationId: "):
      operations[operations.count - 1].name = String(content.dropFirst("operationId: ".count))
    case 6 where content == "security: []": operations[operations.count - 1].isPublic = true
    case 8 where content.hasPrefix("'"):
      operations[operations.count - 1].status = Int(content.dropFirst().prefix(3)) ?? 0
    case 10 where content.hasPrefix("content: {"):
      let inner = content.dropFirst("content: {".count)
      operations[operations.count - 1].mediaType = String(inner.prefix { $0 != ":" })
      operations[operations.count - 1].schema = Self.reference(inner)
    default: break
    }
  }

  private mutating func readSchema(_ indent: Int, _ content: Substring, _ schema: inout String) {
    switch indent {
    case 4 where content.hasSuffix(":"):
      schema = String(content.dropLast())
      schemas[schema] = Schema()
    case 6 where content.hasPrefix("required: ["):
      let names = content.dropFirst("required: [".count).dropLast()
      schemas[schema]?.required = names.split(separator: ",").map { String($0.drop { $0 == " " }) }
    case 8:
      guard let colon = content.firstIndex(of: ":"), !content.hasPrefix("'") else { return }
      schemas[schema]?.members[String(content[..<colon])] = .some(Self.reference(content))
    default: break
    }
  }

  private static func reference(_ text: Substring) -> String? {
    guard let range = text.firstRange(of: "#/components/schemas/") else { return nil }
    return String(text[range.upperBound...].prefix { $0 != "'" })
  }

  /// What of a JSON value the schema does not say, or says and is missing.
  func differences(_ value: Any, from name: String, at place: String) -> [String] {
    guard let schema = schemas[name], !schema.members.isEmpty else { return [] }
    guard let object = value as? [String: Any] else { return ["\(place): no object"] }
    let missing = schema.required.filter { object[$0] == nil }.map { "\(place).\($0) is missing" }
    let unknown = object.keys.filter { schema.members[$0] == nil }
      .map { "\(place).\($0) is not described" }
    let inner = object.flatMap { key, value -> [String] in
      guard let reference = schema.members[key] ?? nil else { return [] }
      let values = value as? [Any] ?? [value]
      return values.flatMap { differences($0, from: reference, at: "\(place).\(key)") }
    }
    return missing + unknown + inner
  }
}
