import GroveIdentity
public import GroveWire

/// The schemas of a served OpenAPI document, to hold real bodies against: JSON Schema 2020-12 as far
/// as our documents use it. What a schema does not describe is a violation, and so is a word of the
/// schema language that this does not know.
public struct OpenAPISchemas: Sendable {
  public let document: YAMLValue

  /// - Throws: `YAMLProblem` for a document that is not written as ours are.
  public init(_ yaml: String) throws(YAMLProblem) { document = try YAMLValue(yaml) }

  public var names: [String] { schemas.members.keys.sorted() }

  private var schemas: YAMLValue { document["components"]?["schemas"] ?? .map([:]) }

  public subscript(_ name: String) -> YAMLValue? { schemas[name] }

  /// The operation's schema of its answer or, where it has one, its request.
  public func bodySchema(of name: String, isRequest: Bool) -> YAMLValue? {
    bodyContent(of: name, isRequest: isRequest)?["schema"]
  }

  /// A browser that is sent on has been served, too.
  private static func isDone(_ status: String) -> Bool { status.hasPrefix("2") || status == "303" }

  private func bodyContent(of name: String, isRequest: Bool) -> YAMLValue? {
    for path in (document["paths"] ?? .map([:])).members.values {
      for operation in path.members.values where operation["operationId"]?.text == name {
        let response = operation["responses"]?.members.first { Self.isDone($0.key) }?.value
        let body = isRequest ? operation["requestBody"] : response
        return body?["content"]?["application/json"]
      }
    }
    return nil
  }

  /// Every operation: its name, method, path, status and whether anybody may call it.
  public var operations: Set<[String]> {
    var found: Set<[String]> = []
    for (path, methods) in (document["paths"] ?? .map([:])).members {
      for (method, operation) in methods.members {
        let status = (operation["responses"] ?? .map([:])).members.keys.first(where: Self.isDone)
        let isPublic = operation["security"]?.elements.isEmpty == true
        found.insert([
          operation["operationId"]?.text ?? "", method.uppercased(), path, status ?? "",
          "\(isPublic)",
        ])
      }
    }
    return found
  }

  /// The same of a table of routes.
  public static func operations(of routes: [RouteDescription]) -> Set<[String]> {
    Set(
      routes.map {
        [$0.name, $0.method.rawValue, $0.path, "\($0.status)", "\($0.authentication == .none)"]
      })
  }

  /// What in the examples of the routes' bodies is not what their schemas say.
  public func exampleViolations(of routes: [RouteDescription]) throws -> [String] {
    try routes.flatMap { route in
      try [true, false].flatMap { isRequest -> [String] in
        let content = bodyContent(of: route.name, isRequest: isRequest)
        guard let schema = content?["schema"], let example = content?["example"] else {
          let type = isRequest ? route.request : route.response
          let isRaw = ["NoBody", "RawBody"].contains(type) || type.hasPrefix("EventStream<")
          return isRaw ? [] : ["\(route.name): no example of \(type)"]
        }
        return violations(try JSONValue(example), schema, route.name)
      }
    }
  }

  /// The codes that the operation may refuse with at a status.
  public func problemCodes(of name: String, status: Int) -> Set<String> {
    for path in (document["paths"] ?? .map([:])).members.values {
      for operation in path.members.values where operation["operationId"]?.text == name {
        let response = operation["responses"]?["\(status)"]
        let shared = response?["$ref"]?.text?.split(separator: "/").last.map(String.init)
        let form = shared.flatMap { document["components"]?["responses"]?[$0] } ?? response
        let parts = form?["content"]?[Problem.mediaType]?["schema"]?["allOf"]?.elements ?? []
        let codes = parts.compactMap { $0["properties"]?["code"]?["enum"]?.elements }.first ?? []
        return Set(codes.compactMap(\.text))
      }
    }
    return []
  }

  /// - Parameter json: a body as it travelled.
  public func violations(in json: [UInt8], of schema: YAMLValue, at place: String) -> [String] {
    guard let value = try? StrictJSON.decode(JSONValue.self, from: json) else {
      return ["\(place): no JSON"]
    }
    return violations(value, schema, place)
  }

  public func violations(_ value: JSONValue, _ schema: YAMLValue, _ place: String) -> [String] {
    schema.members.sorted { $0.key < $1.key }.flatMap { word, rule -> [String] in
      switch word {
      case "$ref": reference(value, rule, place)
      case "oneOf": oneOf(value, rule, place)
      case "type": type(value, rule, place)
      case "enum":
        check(rule.elements.contains { $0.text == value.plain }, "\(place): not among the choices")
      case "const": check(rule.text == value.plain, "\(place): not the constant")
      case "pattern", "minLength", "maxLength": text(value, word, rule, place)
      case "minimum", "maximum": number(value, word, rule, place)
      case "required": required(value, rule, place)
      case "properties": properties(value, rule, place)
      case "items", "maxItems": items(value, word, rule, place)
      case "description", "default", "format": []
      default: ["\(place): the schema says \(word), which is not looked at"]
      }
    }
  }

  private func check(_ holds: Bool, _ sentence: String) -> [String] { holds ? [] : [sentence] }

  private func reference(_ value: JSONValue, _ rule: YAMLValue, _ place: String) -> [String] {
    let name = rule.text?.split(separator: "/").last.map(String.init) ?? ""
    guard let schema = schemas[name] else { return ["\(place): there is no schema \(name)"] }
    return violations(value, schema, place)
  }

  private func oneOf(_ value: JSONValue, _ rule: YAMLValue, _ place: String) -> [String] {
    let matching = rule.elements.count { violations(value, $0, place).isEmpty }
    return check(matching == 1, "\(place): \(matching) of the alternatives hold")
  }

  private func type(_ value: JSONValue, _ rule: YAMLValue, _ place: String) -> [String] {
    let allowed = rule.text.map { [$0] } ?? rule.elements.compactMap(\.text)
    let isAllowed =
      allowed.contains(value.typeName)
      || value.typeName == "integer" && allowed.contains("number")
    return check(isAllowed, "\(place): is \(value.typeName) and not \(allowed)")
  }

  private func text(_ value: JSONValue, _ word: String, _ rule: YAMLValue, _ place: String)
    -> [String]
  {
    guard case .text(let text) = value, let rule = rule.text else { return [] }
    if word == "pattern" {
      guard let expression = try? Regex(rule) else { return ["\(place): no pattern: \(rule)"] }
      return check(text.firstMatch(of: expression) != nil, "\(place): does not match \(rule)")
    }
    let (count, bound) = (text.unicodeScalars.count, Int(rule) ?? -1)
    return check(
      word == "minLength" ? count >= bound : count <= bound, "\(place): \(word) \(bound)")
  }

  private func number(_ value: JSONValue, _ word: String, _ rule: YAMLValue, _ place: String)
    -> [String]
  {
    guard case .integer(let number) = value, let bound = rule.text.flatMap(Int64.init) else {
      return []
    }
    return check(
      word == "minimum" ? number >= bound : number <= bound, "\(place): \(word) \(bound)")
  }

  private func required(_ value: JSONValue, _ rule: YAMLValue, _ place: String) -> [String] {
    guard case .object(let members) = value else { return [] }
    return rule.elements.compactMap(\.text).filter { members[$0] == nil }
      .map { "\(place).\($0): is missing" }
  }

  private func properties(_ value: JSONValue, _ rule: YAMLValue, _ place: String) -> [String] {
    guard case .object(let members) = value else { return [] }
    return members.sorted { $0.key < $1.key }.flatMap { name, member in
      guard let schema = rule[name] else { return ["\(place).\(name): is not described"] }
      return violations(member, schema, "\(place).\(name)")
    }
  }

  private func items(_ value: JSONValue, _ word: String, _ rule: YAMLValue, _ place: String)
    -> [String]
  {
    guard case .list(let elements) = value else { return [] }
    if word == "maxItems" {
      return check(elements.count <= Int(rule.text ?? "") ?? -1, "\(place): too many")
    }
    return elements.enumerated().flatMap { violations($1, rule, "\(place)[\($0)]") }
  }
}
