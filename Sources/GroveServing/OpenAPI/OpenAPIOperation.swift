import GroveWire

/// One route as lines of the OpenAPI document.
struct OpenAPIOperation {
  let route: RouteDescription
  let document: OpenAPIDocument

  var lines: [String] {
    [
      "\(route.method.rawValue.lowercased()):", "  operationId: \(route.name)",
      "  summary: \(OpenAPIDocument.quoted(route.summary))",
    ] + parameters + security + requestBody + responses
  }

  private var parameters: [String] {
    let names = route.path.split(separator: "/").filter { $0.hasPrefix("{") }
      .map { String($0.dropFirst().dropLast()) }
    guard !names.isEmpty || !route.parameters.isEmpty else { return [] }
    return ["  parameters:"]
      + names.map {
        let shape = document.places[$0] ?? .text(format: nil)
        return "    - {name: \($0), in: path, required: true, schema: \(shape.inline)}"
      } + route.parameters.map(Self.line)
  }

  private static func line(_ parameter: RouteParameter) -> String {
    let shape: JSONShape =
      switch parameter.form {
      case .text: .text(format: nil)
      case .decimal: .decimal
      case .integer(let range, let usual): .within(range, default: usual)
      case .flag: .boolean
      case .bytes(let count): .bytes(count: count)
      }
    let meaning = OpenAPIDocument.quoted(parameter.meaning)
    return "    - {name: \(parameter.name), in: \(parameter.place.rawValue), "
      + "required: \(parameter.isRequired), description: \(meaning), schema: \(shape.inline)}"
  }

  private var security: [String] {
    guard route.authentication == .required else { return ["  security: []"] }
    return ["  security: [\(document.callers.map(\.requirement).joined(separator: ", "))]"]
  }

  private var requestBody: [String] {
    guard route.request != "NoBody" else { return [] }
    return ["  requestBody:", "    required: true", "    content:"]
      + content(route.request, isRequest: true).map { "      " + $0 }
  }

  private var responses: [String] {
    let isEmpty = route.response == "NoBody"
    let content =
      isEmpty
      ? [] : ["  content:"] + content(route.response, isRequest: false).indented.indented
    return ["  responses:"]
      + (["'\(route.status)':", "  description: Done."] + content
      + OpenAPIProblems(route: route).lines).indented.map { "  " + $0 }
  }

  private func content(_ type: String, isRequest: Bool) -> [String] {
    // `EventStream<DocumentEvent>` streams `DocumentEvent`.
    if let event = type.wholeMatch(of: /EventStream<(.+)>/)?.output.1 {
      return ["text/event-stream: {schema: \(JSONShape.named(String(event)).inline)}"]
    }
    guard type == "RawBody" else {
      return [
        "application/json:", "  schema: \(JSONShape.named(type).inline)",
        "  example: \(OpenAPIExample(document: document).text(of: .named(type)))",
      ]
    }
    let form = document.rawBodies[route.name].flatMap { $0.isRequest == isRequest ? $0 : nil }
    let schema = form?.schema.map { "{schema: \(JSONShape.named($0).inline)}" }
    return ["\(form?.mediaType ?? "application/octet-stream"): \(schema ?? "{}")"]
  }
}

extension [String] {
  fileprivate var indented: [String] { map { "  " + $0 } }
}
