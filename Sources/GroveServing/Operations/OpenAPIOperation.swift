import GroveWire

/// One route as lines of the OpenAPI document.
struct OpenAPIOperation {
  let route: RouteDescription
  let query: [OpenAPIQueryParameter]
  let places: [String: JSONShape]

  /// The JSON bodies it refers to.
  var schemaNames: [String] {
    [route.request, eventType ?? route.response].filter { $0 != "NoBody" && $0 != "RawBody" }
  }

  var lines: [String] {
    ["\(route.method.rawValue.lowercased()):", "  operationId: \(route.name)"]
      + parameters + security + requestBody + responses
  }

  /// `EventStream<DocumentEvent>` streams `DocumentEvent`.
  private var eventType: String? {
    guard route.response.hasPrefix("EventStream<") else { return nil }
    return String(route.response.dropFirst("EventStream<".count).dropLast())
  }

  private var parameters: [String] {
    let names = route.path.split(separator: "/").filter { $0.hasPrefix("{") }
      .map { String($0.dropFirst().dropLast()) }
    guard !names.isEmpty || !query.isEmpty else { return [] }
    return ["  parameters:"]
      + names.map {
        "    - {name: \($0), in: path, required: true, schema: \(shape(at: $0).inline)}"
      }
      + query.map(\.line)
  }

  private func shape(at place: String) -> JSONShape { places[place] ?? .text(format: nil) }

  private var security: [String] {
    route.authentication == .required ? ["  security:", "    - bearer: []"] : ["  security: []"]
  }

  private var requestBody: [String] {
    guard route.request != "NoBody" else { return [] }
    return ["  requestBody:", "    required: true", "    content:"]
      + content(route.request, indent: "      ")
  }

  private var responses: [String] {
    let status = ["  responses:", "    '\(route.status)':", "      description: Done."]
    let body = route.response == "NoBody" ? [] : ["      content:"] + answer
    return status + body + ["    default:", "      $ref: '#/components/responses/Problem'"]
  }

  private var answer: [String] {
    guard let eventType else { return content(route.response, indent: "        ") }
    return [
      "        text/event-stream:", "          schema:",
      "            $ref: '#/components/schemas/\(eventType)'",
    ]
  }

  private func content(_ type: String, indent: String) -> [String] {
    if type == "RawBody" { return [indent + "application/octet-stream: {}"] }
    return [
      indent + "application/json:", indent + "  schema:",
      indent + "    $ref: '#/components/schemas/\(type)'",
    ]
  }
}
