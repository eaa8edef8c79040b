import AsyncHTTPClient
import GroveWire
import NIOCore
import Synchronization
import Testing

@testable import GroveServing

/// How a storage is asked that does not do what is wanted. That it works is `Tests/Postgres/storage.py`.
struct S3BucketTests {
  private static let away = Route<NoBody, RawBody>("away", .get, "/files/away", .none)
  private static let closed = Route<NoBody, RawBody>(
    "closed", .get, "/files/closed", .none, refusals: [.forbidden])
  private static let whole = Route<NoBody, RawBody>("whole", .get, "/files/whole", .none)

  private final class Asked: Sendable {
    let times = Mutex(0)
    func again() { times.withLock { $0 += 1 } }
  }

  /// - Parameter body: what is asked of the bucket, and how often its storage has been asked.
  private func asking(_ body: (S3Bucket, Asked) async throws -> Void) async throws {
    let asked = Asked()
    let routes = [Self.away, Self.closed, Self.whole].map(\.description)
    try await TestServer.with(routes) { router in
      router.onPublic(Self.away) { _ in
        asked.again()
        throw Problem(.unavailable, retryAfter: 1)
      }
      router.onPublic(Self.closed) { _ in
        asked.again()
        throw Problem(.forbidden)
      }
      router.onPublic(Self.whole) { _ in RawBody([1, 2, 3]) }
    } _: { server async throws in
      let address = try #require(S3Address("http://key:secret@127.0.0.1:\(server.port)/files"))
      let bucket = S3Bucket(address) { 1_369_353_600 }
      try await body(bucket, asked)
      try await bucket.disconnect()
    }
  }

  private func failure(of bucket: S3Bucket, getting name: String) async -> String? {
    do {
      _ = try await bucket.stream(name, from: 1)
      return nil
    } catch {
      return (error as? S3Bucket.Failure)?.description
    }
  }

  @Test func `a storage that cannot just now is asked three times, and one that refuses once`()
    async throws
  {
    try await asking { bucket, asked in
      #expect(await failure(of: bucket, getting: "away") == "answers 503")
      #expect(asked.times.withLock(\.self) == 3)
      #expect(await failure(of: bucket, getting: "closed") == "answers 403")
      #expect(asked.times.withLock(\.self) == 4)
    }
  }

  @Test func `a storage that gives all of a file is not taken to have given the part`()
    async throws
  {
    try await asking { bucket, _ in
      #expect(await failure(of: bucket, getting: "whole") == "answers 200")
    }
  }

  @Test func `a file that breaks off is asked for again from there, and only then`() async throws {
    let asked = Mutex<[Int]>([])
    let object = S3Object(from: 0, size: 6) { position in
      asked.withLock { $0.append(position) }
      let (pieces, storage) = AsyncThrowingStream<ByteBuffer, any Error>.makeStream()
      storage.yield(ByteBuffer(bytes: (position..<position + 3).map(UInt8.init)))
      storage.finish(throwing: HTTPClientError.remoteConnectionClosed)
      return .stream(pieces)
    }
    var read: [[UInt8]] = []
    for count in [2, 9, 9, 9] { read.append(try await object.read(upTo: count)) }
    #expect(read == [[0, 1], [2], [3, 4, 5], []])
    #expect(asked.withLock(\.self) == [0, 3])
  }

  @Test func `where nobody answers that is said, without what is secret`() async throws {
    let address = try #require(S3Address("http://key:secret@127.0.0.1:1/files"))
    let problem = try #require(await S3Bucket(address) { 0 }.problem())
    #expect(problem.hasPrefix("does not answer"))
    #expect(!problem.contains("secret"))
  }
}
