import NIOCore

/// First behind the socket: shows the bytes that are being parsed, drops those that nobody will
/// read, so that an answer reaches a client that is still sending, and sends what is framed already.
final class ByteGate: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundOut = IOData

  private var context: ChannelHandlerContext?
  var isDiscarding = false
  /// What the parser is reading at this moment; nil in between, so that nothing is held.
  private(set) var current: ByteBuffer?

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }
  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  /// A whole chunk of the answer that is being written, past everything that frames one. Nothing where the connection is
  /// gone or is being given up: then another answer's bytes may be on their way.
  func send(_ chunk: ByteBuffer) {
    guard !isDiscarding, let context else { return }
    context.writeAndFlush(wrapOutboundOut(.byteBuffer(chunk)), promise: nil)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if isDiscarding { return }
    current = unwrapInboundIn(data)
    context.fireChannelRead(data)
    current = nil
  }
}
