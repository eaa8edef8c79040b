import GroveIdentity
package import NIOCore
import Synchronization

/// The writing side of a connection: frames in order, with a bound on what waits to be read.
package final class LineWriter: Sendable {
  package let channel: any Channel
  private let limit: Int
  private let queued = Mutex(0)

  package init(_ channel: any Channel, queuedBytes limit: Int) {
    self.channel = channel
    self.limit = limit
  }

  /// A peer that lets more wait than the limit is cut.
  package func send(_ frame: some Encodable) {
    // These types encode whatever they hold.
    guard let json = try? StrictJSON.encode(frame) else { return close() }
    let waiting = queued.withLock { bytes in
      bytes += json.count
      return bytes
    }
    guard waiting <= limit else { return close() }
    var buffer = channel.allocator.buffer(capacity: json.count + 1)
    buffer.writeBytes(json)
    buffer.writeInteger(UInt8(ascii: "\n"))
    channel.writeAndFlush(buffer).whenComplete { [self] _ in
      queued.withLock { $0 -= json.count }
    }
  }

  /// Closes when what was sent has been written.
  package func closeAfter(_ frame: some Encodable) {
    send(frame)
    channel.eventLoop.execute { [channel] in
      channel.flush()
      channel.close(promise: nil)
    }
  }

  package func close() { channel.close(promise: nil) }
}
