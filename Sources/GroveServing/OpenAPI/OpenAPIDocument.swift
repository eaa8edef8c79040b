package import GroveWire

/// The OpenAPI 3.1 document of a server, written from the table its routes are registered from, so
/// that the two cannot drift apart.
///
/// The members of bodies come from the wire types themselves (`JSONShapes`). What a type cannot say
/// (a maximum, a sentence) is given beside them, by name; a test finds names that nothing has.
package struct OpenAPIDocument: Sendable {
  package var title: String
  package var version: String
  package var summary: String
  /// Paragraphs for those who begin to use the interface.
  package var description: String
  package var routes: [RouteDescription]
  /// By the name of the type.
  package var shapes: [String: JSONShape]
  /// What a type is, by its name.
  package var notes: [String: String]
  /// What stands in paths, by its name there.
  package var places: [String: JSONShape]
  /// What raw bodies are, by the name of their route.
  package var rawBodies: [String: RawBodyForm]
  /// Who may call what needs a caller: one of these is enough.
  package var callers: [CallerScheme]
  /// Values for examples, by the name of the member.
  package var examples: [String: String]

  package init(
    title: String, version: String, summary: String, description: String = "",
    routes: [RouteDescription], shapes: [String: JSONShape] = [:], notes: [String: String] = [:],
    places: [String: JSONShape] = [:], rawBodies: [String: RawBodyForm] = [:],
    callers: [CallerScheme] = [.bearer("A token.")], examples: [String: String] = [:]
  ) {
    self.title = title
    self.version = version
    self.summary = summary
    self.description = description
    self.routes = routes
    self.shapes = shapes
    self.notes = notes
    self.places = places
    self.rawBodies = rawBodies
    self.callers = callers
    self.examples = examples
  }

  package var yaml: String { (head + paths + components).joined(separator: "\n") + "\n" }

  private var head: [String] {
    [
      "openapi: 3.1.0", "info:", "  title: \(title)", "  version: \"\(version)\"",
      "  summary: \(Self.quoted(summary))", "  description: \(Self.quoted(description))",
      "  license: {name: Apache-2.0, identifier: Apache-2.0}", "paths:",
    ]
  }

  private var paths: [String] {
    var lines: [String] = []
    let paths = Dictionary(grouping: routes, by: \.path)
    for (path, routes) in paths.sorted(by: { $0.key < $1.key }) {
      lines.append("  \(path):")
      for route in routes.sorted(by: { $0.method.rawValue < $1.method.rawValue }) {
        lines += OpenAPIOperation(route: route, document: self).lines.map { "    " + $0 }
      }
    }
    return lines
  }

  private var components: [String] {
    var lines = ["components:", "  securitySchemes:"]
    lines += callers.flatMap(\.schemes).map { "    " + $0 }
    lines.append("  responses:")
    lines += OpenAPIProblems.components.map { "    " + $0 }
    lines.append("  schemas:")
    lines += OpenAPIProblems.schema.map { "    " + $0 }
    for (name, shape) in shapes.sorted(by: { $0.key < $1.key }) {
      lines.append("    \(name):")
      lines += shape.lines(notes[name]).map { "      " + $0 }
    }
    return lines
  }

  /// A text in double quotes, as JSON and YAML have it.
  static func quoted(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("\n", with: "\\n")
    return "\"\(escaped)\""
  }
}

/// What a body is that is no JSON of a wire type.
package struct RawBodyForm: Hashable, Sendable {
  package var mediaType: String
  /// Of the request, else of the answer.
  package var isRequest: Bool
  /// A schema of the document, where it has one.
  package var schema: String?

  package init(_ mediaType: String, isRequest: Bool, schema: String? = nil) {
    self.mediaType = mediaType
    self.isRequest = isRequest
    self.schema = schema
  }
}

/// One way to say who calls: security schemes that are given together.
package struct CallerScheme: Hashable, Sendable {
  /// Each as `name: {…}`.
  package var schemes: [String]

  package init(_ schemes: [String]) { self.schemes = schemes }

  package static func bearer(_ meaning: String, named name: String = "bearer") -> CallerScheme {
    let text = OpenAPIDocument.quoted(meaning)
    return CallerScheme(["\(name): {type: http, scheme: bearer, description: \(text)}"])
  }

  /// - Parameters:
  ///   - field: a header field, or a cookie.
  ///   - place: `header` or `cookie`.
  package static func key(_ name: String, _ field: String, in place: String, _ meaning: String)
    -> CallerScheme
  {
    let text = OpenAPIDocument.quoted(meaning)
    return CallerScheme([
      "\(name): {type: apiKey, in: \(place), name: \(field), description: \(text)}"
    ])
  }

  /// Both at once.
  package static func + (first: CallerScheme, second: CallerScheme) -> CallerScheme {
    CallerScheme(first.schemes + second.schemes)
  }

  var requirement: String {
    let names = schemes.map { $0.prefix { $0 != ":" } }
    return "{" + names.map { "\($0): []" }.joined(separator: ", ") + "}"
  }
}
