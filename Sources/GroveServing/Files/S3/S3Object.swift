import AsyncHTTPClient
import GroveWire
import NIOCore

/// A file in a bucket while somebody reads it: all that is left of it is asked for once, and taken as fast as its reader
/// takes it, so that no more of it is held than of a file in a folder. Where the storage breaks off, or its reader waits
/// for longer than it does, the rest is asked for again.
actor S3Object {
  // Safe because one call has it at a time: it is taken out of the actor while the next bytes are waited for.
  private struct Stream: @unchecked Sendable {
    var iterator: HTTPClientResponse.Body.AsyncIterator
  }

  private let open: @Sendable (_ position: Int) async throws -> HTTPClientResponse.Body?
  private let size: Int
  private var position: Int
  private var stream: Stream?
  /// What came and was not asked for yet.
  private var rest = ByteBuffer()

  init(
    from position: Int, size: Int,
    open: @escaping @Sendable (_ position: Int) async throws -> HTTPClientResponse.Body?
  ) {
    self.open = open
    self.size = size
    self.position = position
  }

  /// The next bytes; empty at the end.
  func read(upTo count: Int) async throws -> [UInt8] {
    guard position < size else { return [] }
    if rest.readableBytes == 0 { rest = try await next() }
    let bytes = rest.readBytes(length: min(count, size - position, rest.readableBytes)) ?? []
    position += bytes.count
    return bytes
  }

  private func next() async throws -> ByteBuffer {
    if var begun = stream {
      stream = nil
      if let came = try? await begun.iterator.next(), came.readableBytes > 0 {
        stream = begun
        return came
      }
      try Task.checkCancellation()
    }
    guard let body = try await open(position) else { throw Problem(.unavailable, retryAfter: 1) }
    var begun = Stream(iterator: body.makeAsyncIterator())
    guard let came = try? await begun.iterator.next(), came.readableBytes > 0 else {
      throw Problem(.unavailable, retryAfter: 1)
    }
    stream = begun
    return came
  }
}
