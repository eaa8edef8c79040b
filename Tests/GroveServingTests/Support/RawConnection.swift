import NIOCore
import NIOPosix

/// A client of bytes: what goes over the wire is written out in the test.
final class RawConnection {
  struct Ended: Error {}

  let channel: any Channel
  private var iterator: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
  private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
  private var received: [UInt8] = []

  /// Connects, lends the connection, closes it.
  ///
  /// - Parameter reads: false: takes nothing from the socket, as a client that hangs.
  static func with<Value>(
    port: Int, reads: Bool = true, _ body: (RawConnection) async throws -> Value
  ) async throws -> Value {
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelOption(.allowRemoteHalfClosure, value: true)
      .channelOption(.autoRead, value: reads)
      .channelOption(.socketOption(.so_rcvbuf), value: reads ? 262_144 : 4096)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
            wrappingChannelSynchronously: channel,
            configuration: .init(isOutboundHalfClosureEnabled: true))
        }
      }
    return try await channel.executeThenClose { inbound, outbound in
      try await body(
        RawConnection(
          channel: channel.channel, iterator: inbound.makeAsyncIterator(), outbound: outbound))
    }
  }

  private init(
    channel: any Channel, iterator: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator,
    outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
  ) {
    self.channel = channel
    self.iterator = iterator
    self.outbound = outbound
  }

  func send(_ text: String) async throws { try await outbound.write(ByteBuffer(string: text)) }

  /// Says that nothing more will be sent.
  func endSending() { outbound.finish() }

  /// Everything up to and including the marker.
  func read(through marker: String) async throws -> String {
    let marker = Array(marker.utf8)
    var searched = 0
    while true {
      if let end = received[searched...].firstRange(of: marker)?.upperBound { return take(end) }
      searched = max(0, received.count - marker.count)
      guard try await receive() else { throw Ended() }
    }
  }

  func read(count: Int) async throws -> String {
    while received.count < count {
      guard try await receive() else { throw Ended() }
    }
    return take(count)
  }

  /// Everything until the server closes; a reset is an end too.
  func readToEnd() async throws -> String {
    do {
      while try await receive() {}
    } catch is IOError {}
    return take(received.count)
  }

  private func receive() async throws -> Bool {
    guard let buffer = try await iterator.next() else { return false }
    received += Array(buffer.readableBytesView)
    return true
  }

  private func take(_ count: Int) -> String {
    defer { received.removeFirst(count) }
    return String(decoding: received.prefix(count), as: UTF8.self)
  }
}
