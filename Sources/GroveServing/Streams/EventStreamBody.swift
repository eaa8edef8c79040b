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
    _ bytes: [UInt8], _ writer: inout any ResponseBodyWriter
  ) async throws {
    guard stream.startWriting() else { return }
    defer { stream.stopWriting() }
    try await writer.write(ByteBuffer(bytes: bytes))
  }

  /// The last event, the end of the body, and the end of the connection once they are with the
  /// network: a connection closed at once would drop what waits behind what its reader has not taken
  /// yet. Whoever takes nothing loses them: see `LiveStream.startCut`.
  private func close(
    _ feed: any EventFeed, _ writer: inout any ResponseBodyWriter
  ) async throws {
    let channel = context.channel
    let limit = channel.eventLoop.scheduleTask(in: settings.cutGrace) {
      channel.close(promise: nil)
    }
    if stream.startWriting(isLast: true) {
      if case .told(let reason) = stream.ending, let event = feed.lastEvent(reason) {
        try? await writer.write(ByteBuffer(bytes: event.bytes))
      }
      try? await writer.finish(nil)
      try? await channel.close(mode: .output).get()
      stream.stopWriting()
    }
    limit.cancel()
    try? await channel.close().get()
  }
}
