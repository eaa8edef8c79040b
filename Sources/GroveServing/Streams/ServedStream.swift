import GroveWire
import Logging
import NIOCore
import Synchronization

/// Serves an open stream, without a task of its own: it waits, and what wakes it is either written by its loop or has it
/// look into its log (`StreamLooks`). Only one of the two at a time.
final class ServedStream: Sendable {
  private struct Reading {
    var feed: any EventFeed
    var room: ByteReservation?
  }

  let stream: LiveStream
  let eventLoop: any EventLoop
  private let handle: LiveStreamHandle
  private let live: LiveStreams
  private let connection: NIOLoopBound<StreamConnection>
  private let reading: Mutex<Reading>

  var group: String { stream.group }

  init(
    _ opened: OpenedStream, _ live: LiveStreams, _ connection: NIOLoopBound<StreamConnection>,
    on eventLoop: any EventLoop
  ) {
    handle = opened.handle
    stream = opened.handle.stream
    reading = Mutex(Reading(feed: opened.feed))
    self.live = live
    self.connection = connection
    self.eventLoop = eventLoop
  }

  /// From here on news may be written to it, and intervals pass; first it looks.
  func start() {
    handle.startTicking()
    stream.wake()
    rest()
  }

  /// What comes next for it, on whatever thread that is found out. It does not wait any more until it rests again.
  func act(on signal: LiveStreamState.Signal) {
    // What was written while it waited, it has been sent. Not later: a look moves the feed on, and where it waited is
    // behind it then.
    if let place = stream.place { reading.withLock { $0.feed.place = place } }
    switch signal {
    case .wake: standInLine()
    case .heartbeat:
      eventLoop.execute { self.write(ServerSentEvent.heartbeat) { self.rest() } }
    case .ended: eventLoop.execute { self.close() }
    }
  }

  /// A chunk of news or a heartbeat. On the loop only.
  func send(_ chunk: ByteBuffer) { connection.value.send(chunk) }

  /// Lets nothing more out.
  func drop() { eventLoop.execute { self.connection.value.drop() } }

  private func rest() { stream.rest(self, at: reading.withLock(\.feed.place)) }

  // MARK: Looking

  private func standInLine() {
    stream.standInLine(self)
    live.looks.add(self)
  }

  /// What its log has for it now; nil where it has ended before its turn, or while it looked: a store that does not
  /// answer keeps nobody's connection open.
  func look() async -> Result<ReadyEvents, any Error>? {
    guard stream.isInLine else { return nil }
    let (before, room) = reading.withLock { reading in
      defer { reading.room = nil }
      return (reading.feed, reading.room)
    }
    var feed = before
    do {
      let ready = try await feed.ready(in: room)
      guard stream.leaveLine() else { return nil }
      reading.withLock { [feed] in $0.feed = feed }
      return .success(ready)
    } catch {
      return stream.leaveLine() ? .failure(error) : nil
    }
  }

  func goOn(with found: Result<ReadyEvents, any Error>, _ logger: Logger) async {
    do {
      let ready = try found.get()
      guard let bytes = ready.missingRoom else {
        return eventLoop.execute { self.pass(ready) }
      }
      let room = try await live.settings.answers.take(bytes, for: group)
      reading.withLock { $0.room = room }
      standInLine()
    } catch {
      stream.end(error is CancellationError ? .disconnected : .shutdown)
      logger.debug(
        "Stream failed", metadata: ["error": "\(String(reflecting: type(of: error)))"])
      rest()
    }
  }

  // MARK: Writing, on the loop

  private func pass(_ ready: ReadyEvents) {
    write(ready.bytes, ready.share) { [stream] in
      if let reason = ready.end { stream.end(.told(reason)) }
      if ready.more { self.standInLine() } else { self.rest() }
    }
  }

  private func write(
    _ bytes: [UInt8], _ share: ByteReservation? = nil, then: @escaping () -> Void
  ) {
    guard !bytes.isEmpty, stream.startWriting() else { return then() }
    let watch = StreamWrite.isLong(bytes) ? watchRoom() : nil
    connection.value.write(
      StreamWrite(bytes, share: share, watch: watch) { [stream] in
        stream.stopWriting()
        then()
      })
  }

  private func watchRoom() -> ByteReservation {
    live.settings.answers.watch(group) { [stream] in stream.giveUp() }
  }

  /// The last event and the end of the body. Whoever takes nothing loses them: see `LiveStream.startCut`.
  private func close() {
    let connection = connection.value
    guard stream.startWriting(isLast: true) else {
      connection.drop()
      return forget()
    }
    let limit = eventLoop.assumeIsolated().scheduleTask(in: live.settings.cutGrace) {
      connection.drop()
    }
    var last = ByteBuffer()
    if case .told(let reason) = stream.ending,
      let event = reading.withLock({ $0.feed.lastEvent(reason) })
    {
      last = TransferChunk.framed(event.bytes)
    }
    last.writeImmutableBuffer(TransferChunk.end)
    connection.finish(last) {
      self.stream.stopWriting()
      limit.cancel()
      self.forget()
    }
  }

  private func forget() {
    handle.close()
    stream.leaveServing()
  }
}
