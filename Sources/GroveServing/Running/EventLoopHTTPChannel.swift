import HummingbirdCore
import Logging
import NIOCore

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
      try HTTPHandlers.add(to: channel, connection, settings, logger)
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
