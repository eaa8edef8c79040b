package import NIOCore

/// Whoever is at this end of a connection. Called on the connection's event loop, in order.
package protocol LineReceiver: AnyObject, Sendable {
  func received(_ line: [UInt8])
  /// Once, whatever ended it.
  func closed()
}

/// The last handler of a connection: hands lines on, and cuts a client that does not read.
///
/// The receiver is held by the connection, so that it lives as long as the socket does.
package final class LineHandler: ChannelInboundHandler {
  package typealias InboundIn = [UInt8]

  private let receiver: any LineReceiver
  private let stallTime: TimeAmount
  private var stall: Scheduled<Void>?

  package init(_ receiver: any LineReceiver, stallTime: TimeAmount) {
    self.receiver = receiver
    self.stallTime = stallTime
  }

  package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    receiver.received(unwrapInboundIn(data))
  }

  package func channelWritabilityChanged(context: ChannelHandlerContext) {
    stall?.cancel()
    stall = nil
    if !context.channel.isWritable {
      let channel = context.channel
      stall = context.eventLoop.scheduleTask(in: stallTime) { channel.close(promise: nil) }
    }
    context.fireChannelWritabilityChanged()
  }

  package func channelInactive(context: ChannelHandlerContext) {
    stall?.cancel()
    receiver.closed()
  }

  /// A line that is too long, or a socket that broke: nothing after it can be understood.
  package func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}
