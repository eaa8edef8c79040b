import HummingbirdCore
import Logging
import NIOCore

/// Hummingbird's HTTP/1 connection, handled on its own event loop.
struct EventLoopHTTPChannel: ServerChildChannel {
  private let base: HTTP1Channel
  /// Made once: a connection looks its loop's executor up.
  private let executors: [ObjectIdentifier: EventLoopExecutor]

  init(base: HTTP1Channel, group: any EventLoopGroup) {
    self.base = base
    executors = Dictionary(
      group.makeIterator().map { (ObjectIdentifier($0), EventLoopExecutor(eventLoop: $0)) },
      uniquingKeysWith: { first, _ in first })
  }

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
    base.setup(channel: channel, logger: logger)
  }

  func handle(value: HTTP1Channel.Value, logger: Logger) async {
    let executor = executors[ObjectIdentifier(value.channel.eventLoop)]
    await withTaskExecutorPreference(executor) {
      await base.handle(value: value, logger: logger)
    }
  }
}
