import GroveWire
import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTPTypes

/// Gives the one refusal that is made below the router, for a request that is no HTTP or has headers
/// beyond the limits, a problem body like every other.
///
/// It is recognised by what it lacks: every 400 of ours has a body.
final class ParserErrorHandler: ChannelOutboundHandler, RemovableChannelHandler {
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard case .head(let head) = unwrapOutboundIn(data), head.status == .badRequest,
      head.headerFields[.contentLength] == "0"
    else { return context.write(data, promise: promise) }
    let problem = Problem(.malformed, detail: "HTTP").response(requestID: nil)
    var fields = problem.headers
    fields[.connection] = "close"
    let answer = HTTPResponse(status: .badRequest, headerFields: fields)
    context.write(wrapOutboundOut(.head(answer)), promise: nil)
    let body = ByteBuffer(bytes: Problem(.malformed, detail: "HTTP").json)
    context.write(wrapOutboundOut(.body(body)), promise: promise)
  }
}
