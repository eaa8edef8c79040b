import GroveIdentity
package import GroveWire
import HTTPTypes
package import Hummingbird

extension Problem {
  /// The refusal as a response (RFC 9457), under the request's name.
  package func response(requestID: String?, allow: String? = nil) -> Response {
    var problem = self
    problem.requestID = requestID
    var headers: HTTPFields = [.contentType: Problem.mediaType]
    if let retryAfter { headers[.retryAfter] = String(retryAfter) }
    if status == 401 { headers[.wwwAuthenticate] = "Bearer" }
    if let allow { headers[.allow] = allow }
    return Response(
      status: .init(code: status), headers: headers,
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: problem.json)))
  }

  /// A problem holds texts and numbers only: encoding it cannot fail.
  var json: [UInt8] { (try? StrictJSON.encode(self)) ?? [] }

  /// Runs a conversion from what was sent; anything malformed is the sender's problem, at `place`.
  ///
  /// - Throws: `key_invalid`, `limit_exceeded` or `malformed`.
  package static func refusing<Value>(
    _ place: String, _ convert: () throws -> Value
  ) throws(Problem) -> Value {
    do {
      return try convert()
    } catch {
      switch (error as? IdentityError)?.code {
      case .keyInvalid: throw Problem(.keyInvalid, detail: place)
      case .limitExceeded: throw Problem(.limitExceeded, detail: place)
      default: throw Problem(.malformed, detail: place)
      }
    }
  }
}
