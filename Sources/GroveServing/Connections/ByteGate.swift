import NIOCore

/// First behind the socket: shows the bytes that are being parsed, drops those that nobody will
/// read, so that an answer reaches a client that is still sending, sends what is framed already, and
/// says when the client sends no more.
final class ByteGate: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundOut = IOData

  private var context: ChannelHandlerContext?
  var isDiscarding = false
  /// What the parser is reading at this moment; nil in between, so that nothing is held.
  private(set) var current: ByteBuffer?

  private var hasEnded = false
  private var onEnd: (() -> Void)?

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }
  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  /// A whole chunk of the answer that is being written, past everything that frames one. Nothing where the connection is
  /// gone or is being given up: then another answer's bytes may be on their way.
  func send(_ chunk: ByteBuffer) {
    guard !isDiscarding, let context else { return }
    context.writeAndFlush(wrapOutboundOut(.byteBuffer(chunk)), promise: nil)
  }

  /// - Parameter act: called once, at once where the client has gone already.
  func whenClientEnds(_ act: @escaping () -> Void) {
    if hasEnded { act() } else { onEnd = act }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case ChannelEvent.inputClosed = event { end() }
    context.fireUserInboundEventTriggered(event)
  }

  func channelInactive(context: ChannelHandlerContext) {
    end()
    context.fireChannelInactive()
  }

  private func end() {
    hasEnded = true
    onEnd?()
    onEnd = nil
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if isDiscarding { return }
    current = unwrapInboundIn(data)
    context.fireChannelRead(data)
    current = nil
  }
}
