package import HTTPTypes

/// What every response says to browsers.
package enum SecurityHeaders {
  /// For JSON, bytes and streams: nothing may be guessed, framed, embedded or kept.
  static let data: HTTPFields = fields([
    ("X-Content-Type-Options", "nosniff"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
    ("Referrer-Policy", "no-referrer"),
    ("Cache-Control", "no-store"),
  ])

  /// For pages: their own scripts, styles, images and connections, inline nothing, and never in a
  /// frame. A link's address names a collaboration, so no referrer leaves.
  package static let page: HTTPFields = fields([
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        + "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
        + "frame-ancestors 'none'"
    ),
    ("X-Frame-Options", "DENY"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Content-Type", "text/html; charset=utf-8"),
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
