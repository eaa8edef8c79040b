import HTTPTypes

/// What every response says to browsers; pages say their own (`PagePolicy`).
enum SecurityHeaders {
  /// For JSON, bytes and streams: nothing may be guessed, framed, embedded or kept.
  static let data: HTTPFields = fields([
    ("X-Content-Type-Options", "nosniff"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
    ("Referrer-Policy", "no-referrer"),
    ("Cache-Control", "no-store"),
  ])

  /// Adds what is missing; what a handler has set stays.
  static func complete(_ headers: inout HTTPFields) {
    for field in data where headers[field.name] == nil { headers.append(field) }
  }

  private static func fields(_ pairs: [(String, String)]) -> HTTPFields {
    HTTPFields(
      pairs.compactMap { name, value in
        HTTPField.Name(name).map { HTTPField(name: $0, value: value) }
      })
  }
}
