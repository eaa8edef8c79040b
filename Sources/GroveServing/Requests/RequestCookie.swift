package import HTTPTypes

/// Cookies as browsers send them (RFC 6265 section 4.2).
package enum RequestCookie {
  /// Nil where there is none of that name, an empty one, or more than one: two answers are none.
  package static func value(of name: String, in headers: HTTPFields) -> String? {
    let fields = headers[values: .cookie]
    let values = fields.flatMap { $0.split(separator: ";") }.compactMap { pair -> String? in
      let pair = pair.drop { $0 == " " }
      guard pair.hasPrefix(name + "=") else { return nil }
      return String(pair.dropFirst(name.count + 1))
    }
    return values.count == 1 ? values.first.flatMap { $0.isEmpty ? nil : $0 } : nil
  }
}
