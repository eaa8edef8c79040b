import NIOCore

/// The connection of an open stream, once the request that opened it has handed it over: the only handler between the
/// socket and what the HTTP server has left behind, which neither writes nor closes any more.
///
/// The plain way was a task for each stream, some twenty frames of it waiting in one another, and the handlers of HTTP
/// between it and the socket: 34 KiB for a stream in which nothing happens. Decision 0037.
final class StreamConnection: ChannelDuplexHandler {
  typealias InboundIn = NIOAny
  typealias OutboundIn = NIOAny
  typealias OutboundOut = IOData

  private let stream: LiveStream
  private let connection: ServedConnection?
  private var context: ChannelHandlerContext?
  private var writing: StreamWrite?
  private var isWriting = false
  private var hasEnded = false
  /// What a client sends behind its request is read so often, 64 KiB at most each time. The rest is held back in the
  /// network, so that nobody has the server read for nothing.
  private var readsLeft = 64
  private var lingering: Scheduled<Void>?

  init(_ stream: LiveStream, _ connection: ServedConnection?) {
    self.stream = stream
    self.connection = connection
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    context.read()
  }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  // MARK: What the client does

  /// Nothing that follows the request is answered: the answer says that the connection closes after it. It is read for
  /// its end.
  func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

  func channelReadComplete(context: ChannelHandlerContext) {
    readsLeft -= 1
    if readsLeft > 0 { context.read() }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {}

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ConnectionEvicted { return stream.end(.shutdown) }
    if case ChannelEvent.inputClosed = event { clientEnded() }
  }

  func channelInactive(context: ChannelHandlerContext) {
    clientEnded()
    context.fireChannelInactive()
  }

  /// The client sends no more, or has gone.
  func clientEnded() {
    hasEnded = true
    stream.end(.disconnected)
    if lingering != nil { drop() }
    if context?.channel.isActive != true { endWriting() }
  }

  // MARK: What the HTTP server does while it lets go

  func read(context: ChannelHandlerContext) {}
  func flush(context: ChannelHandlerContext) {}

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    promise?.succeed()
  }

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    promise?.succeed()
  }

  // MARK: What the stream does

  /// A whole chunk at once. Whoever calls it has looked whether the connection takes anything.
  func send(_ chunk: ByteBuffer) {
    context?.writeAndFlush(wrapOutboundOut(.byteBuffer(chunk)), promise: nil)
  }

  /// Piece by piece, as the reader takes them.
  func write(_ write: StreamWrite) {
    guard let context, context.channel.isActive else { return write.then() }
    writing = write
    goOnWriting()
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) { goOnWriting() }

  private func goOnWriting() {
    // Writing makes a connection full, and the socket may make it empty again before the call returns.
    guard !isWriting else { return }
    isWriting = true
    var goesOn = true
    while goesOn, let context, context.channel.isWritable, let piece = writing?.next() {
      send(TransferChunk.framed(piece))
      writing?.noteProgress()
      goesOn = stream.goOnWriting()
    }
    isWriting = false
    if !goesOn || writing?.isDone == true { endWriting() }
  }

  private func endWriting() {
    let ended = writing
    writing = nil
    ended?.then()
  }

  // MARK: The end

  /// The last event and the end of the body, then the end of sending, once they are with the network: a connection
  /// closed at once would drop what waits behind what its reader has not taken yet.
  func finish(_ last: ByteBuffer, then: @escaping () -> Void) {
    guard let context, context.channel.isActive else { return then() }
    send(last)
    let sent = context.eventLoop.makePromise(of: Void.self)
    sent.futureResult.assumeIsolated().whenComplete { _ in
      then()
      self.linger()
    }
    context.close(mode: .output, promise: sent)
  }

  /// Lets nothing more out.
  func drop() {
    stopLingering()
    context?.close(mode: .all, promise: nil)
  }

  /// A system answers what arrives on a closed connection with a reset, which takes along what its client has not read
  /// yet (see `ConnectionGuard`). So what still arrives is dropped until the client hangs up or two seconds have passed.
  private func linger() {
    guard let context, context.channel.isActive, !hasEnded, let connection,
      connection.beginLingering()
    else { return drop() }
    lingering = context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(2)) { self.drop() }
  }

  private func stopLingering() {
    guard let task = lingering else { return }
    lingering = nil
    task.cancel()
    connection?.endLingering()
  }
}
