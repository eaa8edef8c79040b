import GroveWire
import HTTPTypes
import Hummingbird
import NIOCore

/// The answer to a request that opens a stream: its head, a heartbeat, and then the connection is the stream's.
///
/// The request's task ends here. What it waits in on its way out closes the connection at the end, as after any answer;
/// `StreamConnection` hears that and does nothing.
struct StreamHandOver: Sendable {
  /// Thrown where a request has nothing more to do with its connection.
  struct Done: Error {}

  let opened: OpenedStream
  let live: LiveStreams
  let context: GroveRequestContext

  private var stream: LiveStream { opened.handle.stream }

  func response(_ headers: HTTPFields) -> Response {
    Response(status: .ok, headers: headers, body: ResponseBody { try await begin(&$0) })
  }

  private func begin(_ writer: inout any ResponseBodyWriter) async throws {
    do {
      // Says at once that the stream is open, before the first event.
      if stream.startWriting() {
        defer { stream.stopWriting() }
        try await writer.write(ByteBuffer(bytes: ServerSentEvent.heartbeat))
      }
      let loop = context.channel.eventLoop
      try await loop.submit { try handOver(on: loop) }.get()
    } catch {
      opened.handle.close()
      throw error
    }
    throw Done()
  }

  private func handOver(on loop: any EventLoop) throws {
    let channel = context.channel
    // What a reader that hangs may leave in the kernel and in the channel.
    channel.setOption(.socketOption(.so_sndbuf), value: live.settings.socketBuffer)
      .whenComplete { _ in }
    channel.setOption(.writeBufferWaterMark, value: .init(low: 8192, high: 32_768))
      .whenComplete { _ in }
    let connection = StreamConnection(stream, context.connection)
    let hasEnded = try HTTPHandlers.replace(with: connection, in: channel)
    live.connections.add(channel)
    let served = ServedStream(
      opened, live, NIOLoopBound(connection, eventLoop: loop), on: loop)
    stream.beServed(by: served)
    if hasEnded { connection.clientEnded() }
    served.start()
  }
}
