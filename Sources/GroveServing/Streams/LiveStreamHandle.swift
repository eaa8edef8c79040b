/// Keeps one stream registered. Whoever drops it, on whatever way out, takes the stream out of the
/// register: a request that failed, a response that was never written, a stream that ended.
package final class LiveStreamHandle: Sendable {
  package let stream: LiveStream
  private let streams: LiveStreams

  init(stream: LiveStream, streams: LiveStreams) {
    self.stream = stream
    self.streams = streams
  }

  deinit { close() }

  /// From now on intervals pass for it, until it is closed.
  func startTicking() { streams.clock(of: stream.eventLoop).add(stream) }

  /// Only when nothing is being written: whoever waits for the stream's silence is answered here.
  func close() {
    streams.remove(stream)
    stream.finish()
  }
}
