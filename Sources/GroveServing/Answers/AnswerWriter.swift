import GroveIdentity
import GroveWire
import HTTPTypes
import Hummingbird

/// How a route's answer becomes a response. Chosen once, when a route is registered.
struct AnswerWriter<Value>: Sendable {
  private let form: any AnswerForm<Value>

  func write(_ value: Value, _ status: Int, _ headers: HTTPFields) throws -> Response {
    var headers = headers
    guard let bytes = try form.bytes(of: value) else {
      return Response(status: .init(code: status), headers: headers)
    }
    if headers[.contentType] == nil { headers[.contentType] = form.mediaType }
    return Response(
      status: .init(code: status), headers: headers,
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  /// Nil for a type that is neither JSON, nor bytes, nor nothing.
  static func choose() -> AnswerWriter<Value>? {
    if let form = EmptyForm() as? any AnswerForm<Value> { return AnswerWriter(form: form) }
    if let form = BytesForm() as? any AnswerForm<Value> { return AnswerWriter(form: form) }
    if let type = Value.self as? any PlainJSONEncodable.Type,
      let form = plainJSONForm(type) as? any AnswerForm<Value>
    {
      return AnswerWriter(form: form)
    }
    guard let type = Value.self as? any Encodable.Type,
      let form = jsonForm(type) as? any AnswerForm<Value>
    else { return nil }
    return AnswerWriter(form: form)
  }

  private static func plainJSONForm<Body: PlainJSONEncodable>(_ type: Body.Type) -> Any {
    PlainJSONForm<Body>()
  }

  private static func jsonForm<Body: Encodable>(_ type: Body.Type) -> Any { JSONForm<Body>() }
}

/// One of the forms an answer has.
private protocol AnswerForm<Value>: Sendable {
  associatedtype Value
  var mediaType: String { get }
  /// Nil: no body at all.
  func bytes(of value: Value) throws -> [UInt8]?
}

private struct EmptyForm: AnswerForm {
  let mediaType = ""
  func bytes(of value: NoBody) -> [UInt8]? { nil }
}

private struct BytesForm: AnswerForm {
  let mediaType = "application/octet-stream"
  func bytes(of value: RawBody) -> [UInt8]? { value.bytes }
}

private struct JSONForm<Value: Encodable>: AnswerForm {
  let mediaType = "application/json"
  func bytes(of value: Value) throws -> [UInt8]? { try StrictJSON.encode(value) }
}

private struct PlainJSONForm<Value: PlainJSONEncodable>: AnswerForm {
  let mediaType = "application/json"
  func bytes(of value: Value) throws -> [UInt8]? {
    try value.plainJSON ?? StrictJSON.encode(value)
  }
}
