import GroveIdentity
import GroveWire
import HTTPTypes
import Hummingbird
import NIOCore

/// Reads a request's body up to a limit.
enum RequestBodyReading {
  /// - Parameter hold: what the body takes of the server, given back when the request is answered; nil
  ///   for one that announces to be small.
  /// - Throws: `too_large`; `request_timeout`; `rate_limited` and `unavailable` where too much is under
  ///   way already; `malformed` when the connection ended before the body did.
  static func collect(
    _ request: Request, _ context: GroveRequestContext, limit: Int, _ hold: BodyReservation?
  ) async throws(Problem) -> [UInt8] {
    let declared = try declaredLength(request.headers)
    if let declared, declared > limit { throw Problem(.tooLarge) }
    if declared == nil && request.headers[.transferEncoding] == nil { return [] }
    expect(request, context)
    var body = CollectedBody(limit: limit, hold: hold)
    var pieces = request.body.makeAsyncIterator()
    while let piece = try await next(&pieces) { try await body.append(piece) }
    // A client that went away in the middle must not leave half a body behind as a whole one.
    if let declared, declared != body.count { throw Problem(.malformed, detail: "body") }
    return try await body.bytes()
  }

  /// The next piece; nil at the end.
  static func next(
    _ pieces: inout RequestBody.AsyncIterator
  ) async throws(Problem) -> ByteBuffer? {
    do {
      return try await pieces.next()
    } catch let error as RequestAbandoned {
      throw error.problem
    } catch {
      throw Problem(.malformed, detail: "body")
    }
  }

  /// Tells a client that waits for it that its body will be read (RFC 9110 section 10.1.1).
  static func expect(_ request: Request, _ context: GroveRequestContext) {
    guard request.headers[.expect] != nil else { return }
    context.channel.triggerUserOutboundEvent(BodyReadStarted(), promise: nil)
  }

  /// Whether so much body may still follow that the connection is not worth keeping after a refusal.
  static func announcesMuch(_ headers: HTTPFields) -> Bool {
    if headers[.transferEncoding] != nil { return true }
    return (((try? declaredLength(headers)) ?? nil) ?? 0) > 65_536
  }

  static func announcesBody(_ headers: HTTPFields) -> Bool {
    headers[.transferEncoding] != nil || headers[.contentLength].map { $0 != "0" } ?? false
  }

  static func declaredLength(_ headers: HTTPFields) throws(Problem) -> Int? {
    guard let text = headers[.contentLength] else { return nil }
    guard let length = Int(text), length >= 0 else {
      throw Problem(.malformed, detail: "Content-Length")
    }
    return length
  }
}
