import AsyncHTTPClient
import NIOCore

/// The body of an answer, piece by piece, as fast as it is read: what is not read stays with the
/// server. Dropping the iterator closes the connection.
struct ResponseChunks: AsyncSequence, Sendable {
  let body: HTTPClientResponse.Body

  struct AsyncIterator: AsyncIteratorProtocol {
    var pieces: HTTPClientResponse.Body.AsyncIterator

    mutating func next() async throws -> [UInt8]? {
      try await next(isolation: nil)
    }

    mutating func next(isolation actor: isolated (any Actor)?) async throws(any Error) -> [UInt8]? {
      do {
        return try await pieces.next(isolation: actor).map { Array($0.readableBytesView) }
      } catch {
        throw ClientError(transport: error)
      }
    }
  }

  func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(pieces: body.makeAsyncIterator())
  }
}
