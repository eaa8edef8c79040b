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
    // What a reader that hangs may leave in the kernel and in the channel.
    let channel = context.channel
    channel.setOption(.socketOption(.so_sndbuf), value: settings.socketBuffer)
      .whenComplete { _ in }
    channel.setOption(.writeBufferWaterMark, value: .init(low: 8192, high: 32_768))
      .whenComplete { _ in }
    handle.startTicking()
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
    try await stream.writeDirectly()
    while stream.ending == nil {
      if try await passOn(&feed, &writer) { continue }
      while case .heartbeat = await next(&feed) {
        try await write(ServerSentEvent.heartbeat, &writer)
      }
    }
  }

  private func next(_ feed: inout any EventFeed) async -> LiveStreamState.Signal {
    let signal = await stream.next(at: feed.place)
    if let place = stream.place { feed.place = place }
    return signal
  }

  /// What is ready, which nobody holds any more when this returns.
  ///
  /// - Returns: whether there is more.
  private func passOn(
    _ feed: inout any EventFeed, _ writer: inout any ResponseBodyWriter
  ) async throws -> Bool {
    let ready = try await feed.ready()
    if !ready.bytes.isEmpty { try await write(ready, &writer) }
    if let reason = ready.end { stream.end(.told(reason)) }
    return ready.more
  }

  private func write(
    _ bytes: [UInt8], _ writer: inout any ResponseBodyWriter
  ) async throws {
    guard stream.startWriting() else { return }
    defer { stream.stopWriting() }
    try await writer.write(ByteBuffer(bytes: bytes))
  }

  /// Piece by piece, as the reader takes them. A stream that is cut meanwhile finishes: these events
  /// were read while it had access, and half of one would be no event.
  private func write(
    _ ready: ReadyEvents, _ writer: inout any ResponseBodyWriter
  ) async throws {
    let (bytes, stream) = (ready.bytes, stream)
    guard bytes.count > ChunkedWriter.pieceBytes else { return try await write(bytes, &writer) }
    guard stream.startWriting() else { return }
    defer { stream.stopWriting() }
    let watch = settings.answers.watch(stream.group) { stream.giveUp() }
    var written = 0
    while written < bytes.count {
      let end = min(written + ChunkedWriter.pieceBytes, bytes.count)
      try await writer.write(ByteBuffer(bytes: bytes[written..<end]))
      watch.noteProgress()
      guard stream.goOnWriting() else { return }
      written = end
    }
    withExtendedLifetime(ready.share) {}
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
