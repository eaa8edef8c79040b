/// A member of a route's query, or a header field that stands for one.
package struct OpenAPIQueryParameter: Hashable, Sendable {
  package var name: String
  package var shape: JSONShape
  package var isHeader: Bool

  package init(_ name: String, _ shape: JSONShape, isHeader: Bool = false) {
    self.name = name
    self.shape = shape
    self.isHeader = isHeader
  }

  /// A position in a log, as `after` and as `Last-Event-ID`.
  package static let positions = [
    OpenAPIQueryParameter("after", .decimal),
    OpenAPIQueryParameter("Last-Event-ID", .decimal, isHeader: true),
  ]

  var line: String {
    "    - {name: \(name), in: \(isHeader ? "header" : "query"), schema: \(shape.inline)}"
  }
}
