import HTTPTypes

/// The headers in which a proxy says for whom it asks.
struct ForwardingHeaders {
  private static let standardName = HTTPField.Name("Forwarded")
  private static let listedName = HTTPField.Name("X-Forwarded-For")

  /// The lines of `Forwarded`.
  let standard: [String]
  /// The lines of `X-Forwarded-For`.
  let listed: [String]

  init(_ headers: HTTPFields) {
    standard = Self.standardName.map { headers[values: $0] } ?? []
    listed = Self.listedName.map { headers[values: $0] } ?? []
  }

  /// Whether there are any: asked of every request, so without taking them out.
  static func arePresent(in headers: HTTPFields) -> Bool {
    [standardName, listedName].contains { $0.map(headers.contains) ?? false }
  }
}
