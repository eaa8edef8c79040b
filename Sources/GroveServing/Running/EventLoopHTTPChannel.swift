import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// Hummingbird's HTTP/1 connection, handled on its own event loop and guarded from its first byte on.
struct EventLoopHTTPChannel: ServerChildChannel {
  private let base: HTTP1Channel
  private let settings: ServerSettings
  private let table: ConnectionTable
  /// Made once: a connection looks its loop's executor up.
  private let executors: [ObjectIdentifier: EventLoopExecutor]

  init(base: HTTP1Channel, settings: ServerSettings, table: ConnectionTable) {
    self.base = base
    self.settings = settings
    self.table = table
    executors = Dictionary(
      settings.eventLoopGroup.makeIterator().map {
        (ObjectIdentifier($0), EventLoopExecutor(eventLoop: $0))
      }, uniquingKeysWith: { first, _ in first })
  }

  /// A channel and what its requests know of it.
  struct Value: ServerChildChannelValue {
    let http: HTTP1Channel.Value
    let connection: ServedConnection
    var channel: any Channel { http.channel }
  }

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    channel.eventLoop.makeCompletedFuture {
      let connection = table.admit(channel)
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
      let http = try HTTP1Channel.Value(
        wrappingChannelSynchronously: channel,
        configuration: .init(isOutboundHalfClosureEnabled: true))
      return Value(http: http, connection: connection)
    }
  }

  func handle(value: Value, logger: Logger) async {
    let executor = executors[ObjectIdentifier(value.channel.eventLoop)]
    await withTaskExecutorPreference(executor) {
      await ServedConnection.$current.withValue(value.connection) {
        await base.handle(value: value.http, logger: logger)
      }
    }
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
