import NIOCore

/// First behind the socket: shows the bytes that are being parsed, drops those that nobody will
/// read, so that an answer reaches a client that is still sending, and knows whether it sends no more.
final class ByteGate: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  var isDiscarding = false
  /// What the parser is reading at this moment; nil in between, so that nothing is held.
  private(set) var current: ByteBuffer?

  /// The client sends no more.
  private(set) var hasEnded = false

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case ChannelEvent.inputClosed = event { hasEnded = true }
    context.fireUserInboundEventTriggered(event)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if isDiscarding { return }
    current = unwrapInboundIn(data)
    context.fireChannelRead(data)
    current = nil
  }
}
