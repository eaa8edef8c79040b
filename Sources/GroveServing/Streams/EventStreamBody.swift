import GroveWire
import Hummingbird
import Logging
import NIOCore

/// Serves one stream: reads the feed, writes, waits, until something ends it.
struct EventStreamBody: Sendable {
  let handle: LiveStreamHandle
  let settings: StreamSettings
  let context: GroveRequestContext

  private var stream: LiveStream { handle.stream }

  /// Returns when the stream has written for the last time, and is out of the register.
  func serve(_ feed: any EventFeed, _ writer: inout any ResponseBodyWriter) async throws {
    defer { handle.close() }
    guard stream.begin() else { return try await finish(&writer) }
    let stream = stream
    let ticks = context.channel.eventLoop.scheduleRepeatedTask(
      initialDelay: settings.heartbeat, delay: settings.heartbeat
    ) { _ in stream.tick() }
    defer { ticks.cancel() }
    do {
      try await run(feed, &writer)
    } catch is CancellationError {
      stream.end(.disconnected)
    } catch {
      stream.end(.shutdown)
      context.logger.debug(
        "Stream failed", metadata: ["error": "\(String(reflecting: type(of: error)))"])
    }
    try await close(feed, &writer)
  }

  /// The events, until there is an ending.
  private func run(_ feed: any EventFeed, _ writer: inout any ResponseBodyWriter) async throws {
    var feed = feed
    // Says at once that the stream is open, before the first event.
    try await write(ServerSentEvent.heartbeat, &writer)
    while stream.ending == nil {
      let ready = try await feed.ready()
      if !ready.bytes.isEmpty { try await write(ready.bytes, &writer) }
      if let reason = ready.end { stream.end(.told(reason)) }
      if ready.more { continue }
      while case .heartbeat = await stream.next() {
        try await write(ServerSentEvent.heartbeat, &writer)
      }
    }
  }

  private func write(
    _ bytes: [UInt8], isLast: Bool = false, _ writer: inout any ResponseBodyWriter
  ) async throws {
    guard stream.startWriting(isLast: isLast) else { return }
    defer { stream.stopWriting() }
    try await writer.write(ByteBuffer(bytes: bytes))
  }

  /// The last event, the end of the body, and the connection: whatever it has not passed on to the
  /// network by now is dropped, so that nothing follows after a cut has been answered.
  private func close(
    _ feed: any EventFeed, _ writer: inout any ResponseBodyWriter
  ) async throws {
    if case .told(let reason) = stream.ending, let event = feed.lastEvent(reason) {
      try? await write(event.bytes, isLast: true, &writer)
    }
    try? await finish(&writer)
    try? await context.channel.close().get()
  }

  private func finish(_ writer: inout any ResponseBodyWriter) async throws {
    try await writer.finish(nil)
  }
}
