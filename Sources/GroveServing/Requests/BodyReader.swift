import GroveIdentity
package import GroveWire
package import HTTPTypes

/// How the bytes of a body become a route's request value. Chosen once, when a route is registered.
package struct BodyReader<Body>: Sendable {
  /// Whether the body has a content type to be checked.
  private let isJSON: Bool
  private let form: any BodyForm<Body>

  package func read(_ bytes: [UInt8]) throws -> Body { try form.read(bytes) }

  /// Nil for a type that is neither JSON, nor bytes, nor nothing.
  package static func choose() -> BodyReader<Body>? {
    if let form = EmptyForm() as? any BodyForm<Body> {
      return BodyReader(isJSON: false, form: form)
    }
    if let form = BytesForm() as? any BodyForm<Body> {
      return BodyReader(isJSON: false, form: form)
    }
    if let type = Body.self as? any PlainJSONDecodable.Type,
      let form = plainJSONForm(type) as? any BodyForm<Body>
    {
      return BodyReader(isJSON: true, form: form)
    }
    guard let type = Body.self as? any Decodable.Type,
      let form = jsonForm(type) as? any BodyForm<Body>
    else { return nil }
    return BodyReader(isJSON: true, form: form)
  }

  private static func jsonForm<Value: Decodable>(_ type: Value.Type) -> Any { JSONForm<Value>() }
  private static func plainJSONForm<Value: PlainJSONDecodable>(_ type: Value.Type) -> Any {
    PlainJSONForm<Value>()
  }

  /// - Throws: `unsupported_media_type` unless the body says that it is JSON.
  package func checkContentType(_ headers: HTTPFields) throws(Problem) {
    guard isJSON else { return }
    let field = headers[.contentType]
    if field == "application/json" { return }
    let type = field?.split(separator: ";").first ?? ""
    guard type.lowercased().filter({ $0 != " " }) == "application/json" else {
      throw Problem(.unsupportedMediaType, detail: "application/json")
    }
  }
}

/// One of the three forms a body has.
private protocol BodyForm<Body>: Sendable {
  associatedtype Body
  func read(_ bytes: [UInt8]) throws -> Body
}

private struct EmptyForm: BodyForm {
  func read(_ bytes: [UInt8]) -> NoBody { NoBody() }
}

private struct BytesForm: BodyForm {
  func read(_ bytes: [UInt8]) -> RawBody { RawBody(bytes) }
}

private struct PlainJSONForm<Body: PlainJSONDecodable>: BodyForm {
  func read(_ bytes: [UInt8]) throws -> Body {
    if let body = Body(plainJSON: bytes) { return body }
    return try JSONForm<Body>().read(bytes)
  }
}

private struct JSONForm<Body: Decodable>: BodyForm {
  func read(_ bytes: [UInt8]) throws -> Body {
    do {
      return try StrictJSON.decode(Body.self, from: bytes)
    } catch {
      throw Problem(.malformed, detail: error.context)
    }
  }
}
