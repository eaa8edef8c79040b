import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// What stands between a connection's socket and its requests.
enum HTTPHandlers {
  static func add(
    to channel: any Channel, _ connection: ServedConnection, _ settings: ServerSettings,
    _ logger: Logger
  ) throws {
    let gate = ByteGate()
    let pipeline = channel.pipeline.syncOperations
    try pipeline.addHandler(gate)
    // Requests sent before the last answer wait in the NIOAsyncChannel; a field's characters are
    // checked by its type.
    try pipeline.configureHTTPServerPipeline(
      withPipeliningAssistance: false, withErrorHandling: false,
      withOutboundHeaderValidation: false, withEncoderConfiguration: .init(),
      withDecoderLimitConfiguration: settings.decoderLimits)
    try pipeline.addHandlers([
      ConnectionGuard(connection: connection, gate: gate, pace: settings.pace),
      HTTP1ToHTTPServerCodec(secure: false),
      StalledWriteHandler(limit: settings.stalledWriteTimeout),
      HTTPConnectionStateHandler(idleTimeout: .init(settings.idleTimeout), logger: logger),
    ])
  }

  /// Puts one handler in the place of them all. What they have not passed on is gone. On the loop, and not from within one
  /// of them.
  ///
  /// - Returns: whether the client has said that it sends no more.
  /// - Throws: where the connection is closed, or being given up.
  static func replace(with handler: StreamConnection, in channel: any Channel) throws -> Bool {
    let pipeline = channel.pipeline.syncOperations
    let gate = try pipeline.handler(type: ByteGate.self)
    guard channel.isActive, !gate.isDiscarding else { throw ChannelError.ioOnClosedChannel }
    let last = try pipeline.handler(type: HTTPConnectionStateHandler.self)
    let others: [any RemovableChannelHandler] = [
      gate, try pipeline.handler(type: HTTPResponseEncoder.self),
      try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self),
      try pipeline.handler(type: ConnectionGuard.self),
      try pipeline.handler(type: HTTP1ToHTTPServerCodec.self),
      try pipeline.handler(type: StalledWriteHandler.self), last,
    ]
    try pipeline.addHandler(handler, position: .after(last))
    // The decoder goes a moment later. Nothing of what it still says is passed on.
    for other in others { pipeline.removeHandler(other, promise: nil) }
    return gate.hasEnded
  }
}

extension ServerSettings {
  fileprivate var decoderLimits: NIOHTTPDecoderLimitConfiguration {
    var limits = NIOHTTPDecoderLimitConfiguration()
    limits.maxHeaderFieldSize = maximumHeaderSize
    limits.maxHeaderListSize = maximumHeaderSize
    limits.maxHeaderFieldCount = maximumHeaderCount
    return limits
  }
}
