package import GroveWire

/// The OpenAPI 3.1 document of a server, written from the same table its routes are registered from,
/// so that the two cannot drift apart.
///
/// It names paths, parameters, who may call, media types, statuses and every problem code. The
/// members of bodies come from the types themselves (`JSONShapes`); what they mean is said where
/// they are declared, in `GroveWire`.
package struct OpenAPIDocument: Sendable {
  package var title: String
  package var version: String
  package var summary: String
  package var routes: [RouteDescription]
  /// By the name of the type.
  package var shapes: [String: JSONShape]
  /// By the name of the route.
  package var queries: [String: [OpenAPIQueryParameter]]
  /// What stands in paths, by its name there.
  package var places: [String: JSONShape]

  package init(
    title: String, version: String, summary: String, routes: [RouteDescription],
    shapes: [String: JSONShape] = [:], queries: [String: [OpenAPIQueryParameter]] = [:],
    places: [String: JSONShape] = [:]
  ) {
    self.places = places
    self.shapes = shapes
    self.queries = queries
    self.title = title
    self.version = version
    self.summary = summary
    self.routes = routes
  }

  package var yaml: String {
    var lines = [
      "openapi: 3.1.0", "info:", "  title: \(title)", "  version: \"\(version)\"",
      "  summary: \(summary)", "paths:",
    ]
    let paths = Dictionary(grouping: routes, by: \.path).sorted { $0.key < $1.key }
    for (path, routes) in paths {
      lines.append("  \(path):")
      for route in routes.sorted(by: { $0.method.rawValue < $1.method.rawValue }) {
        let query = queries[route.name] ?? []
        lines += OpenAPIOperation(route: route, query: query, places: places).lines.map {
          "    " + $0
        }
      }
    }
    return (lines + components).joined(separator: "\n") + "\n"
  }

  private var components: [String] {
    let used = routes.flatMap { OpenAPIOperation(route: $0, query: [], places: [:]).schemaNames }
    let bodies = Set(used).union(shapes.keys).sorted()
    return [
      "components:", "  securitySchemes:", "    bearer:", "      type: http",
      "      scheme: bearer", "  responses:", "    Problem:",
      "      description: A refusal (RFC 9457).", "      content:",
      "        \(Problem.mediaType):", "          schema:",
      "            $ref: '#/components/schemas/Problem'", "  schemas:", "    Problem:",
      "      type: object", "      required: [type, title, status, code]", "      properties:",
      "        type: {type: string}", "        title: {type: string}",
      "        status: {type: integer}", "        code:", "          type: string",
      "          enum: [\(ProblemCode.known.map(\.rawValue).joined(separator: ", "))]",
      "        detail: {type: string}", "        requestID: {type: string}",
      "        retryAfter: {type: integer}",
    ]
      + bodies.flatMap { name in
        ["    \(name):"] + (shapes[name] ?? .object([])).lines.map { "      " + $0 }
      }
  }
}
