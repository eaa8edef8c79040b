import GroveIdentity
import GroveWire
import HTTPTypes
import Hummingbird
import NIOCore

/// Reads a request's body up to a limit.
enum RequestBodyReading {
  /// - Throws: `too_large`; `malformed` when the connection ended before the body did.
  static func collect(_ request: Request, limit: Int) async throws(Problem) -> [UInt8] {
    let declared = try declaredLength(request.headers)
    if let declared, declared > limit { throw Problem(.tooLarge) }
    if declared == nil && request.headers[.transferEncoding] == nil { return [] }
    let buffer: ByteBuffer
    do {
      buffer = try await request.body.collect(upTo: limit)
    } catch is NIOTooManyBytesError {
      throw Problem(.tooLarge)
    } catch {
      throw Problem(.malformed, detail: "body")
    }
    // A client that went away in the middle must not leave half a body behind as a whole one.
    if let declared, declared != buffer.readableBytes { throw Problem(.malformed, detail: "body") }
    return Array(buffer.readableBytesView)
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
