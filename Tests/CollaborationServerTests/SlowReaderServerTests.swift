import CollaborationDomain
import Glibc
import GroveClient
import GroveIdentity
import GroveServing
import GroveTesting
import GroveWire
import NIOCore
import Synchronization
import Testing

@testable import CollaborationServer

/// Readers that take nothing, beside somebody who works.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct SlowReaderServerTests {
  private static let readers = 500
  private static let updates = 200

  @Test func `five hundred streams that never read hold up nobody else's read or post`()
    async throws
  {
    try await CollaborationTestServer.run(configure: {
      $0.streams.maximumPerGroupAndAccount = Self.readers
      $0.streams.maximumPerAccount = Self.readers
      $0.streams.heartbeat = .seconds(600)
    }) { server in
      let document = try await SharedDocument(server)
      let mine = try await SharedDocument(server, owner: "zoe")
      let silent = try SilentClients(
        Self.readers, port: server.port,
        "GET /collab/v1/documents/\(document.documentID)/stream HTTP/1.1",
        headers: server.backendHeaders("ann"))
      let data = Base64URLBytes([UInt8](repeating: 7, count: 100_000))
      let watch = Watch()
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          for _ in 0..<Self.updates {
            _ = try await document.owner.appendUpdate(
              AppendUpdate(updateID: .random(), kind: .edit, data: data), to: document.documentID)
          }
        }
        group.addTask {
          while watch.isBusy.withLock(\.self) {
            let start = ContinuousClock.now
            _ = try await mine.append("x", by: mine.owner)
            _ = try await mine.owner.events(of: mine.documentID, limit: 1)
            let took = ContinuousClock.now - start
            watch.note(took)
          }
        }
        _ = try await group.next()
        watch.isBusy.withLock { $0 = false }
        try await group.waitForAll()
      }
      // It took 7 s and 6.5 s with optimisation. This is without, and whatever else runs beside it.
      #expect(watch.slowest.withLock(\.self) < .seconds(10))
      #expect(server.configuration.streams.answers.held <= 32 << 20)
      withExtendedLifetime(silent) {}
    }
  }

  @Test func `one participant's presence cannot become more than its share, whoever looks on`()
    throws
  {
    // As it was: sixteen windows of four kilobytes, each changed all the time, and 99 streams.
    let room = PresenceHub(hasOthers: false)
    let document = DocumentID(unchecked: [UInt8](repeating: 1, count: 16))
    let bob = try AccountLabel("bob@docs.example")
    var told = 0
    for tick in 0..<100 {
      for client in 0..<16 {
        let entry = PresenceTable.Entry(
          account: bob, displayName: "Bob",
          clientID: RequestID(unchecked: [UInt8](repeating: UInt8(client), count: 16)),
          session: .zero, state: [UInt8](repeating: UInt8(tick), count: 4096), expiresAt: 100_000)
        _ = room.put(
          entry, isBackend: false, in: document, ifGeneration: 0, at: 1)
      }
      let due = room.takeDue(at: UInt64(tick) * 100, now: 1) { _ in 99 }
      for document in due { told += room.frame(of: document, at: 1).bytes.count * 99 }
    }
    // Ten seconds: 78 MB a second before.
    #expect(told > 0 && told < 10 * 5_000_000)
  }

  @Test func `what many streams read is put together once, and nothing newer than they may see`() {
    let pieces = LogChunkCache()
    let document = DocumentID(unchecked: [UInt8](repeating: 1, count: 16))
    let key = LogChunk.Key(document: document, after: 0, isOwner: true)
    let full = LogChunk([1, 2, 3], position: 100, isFull: true, share: nil)
    pieces.keep(full, as: key)
    #expect(pieces.piece(key, last: 100) === full && pieces.piece(key, last: 900) === full)
    #expect(pieces.piece(key, last: 99) == nil)
    let tail = LogChunk.Key(document: document, after: 100, isOwner: true)
    let crumb = LogChunk([4], position: 101, isFull: false, share: nil)
    pieces.keep(crumb, as: tail)
    #expect(pieces.piece(tail, last: 101) === crumb && pieces.piece(tail, last: 102) == nil)
    #expect(
      pieces.piece(.init(document: document, after: 0, isOwner: false), last: 100) == nil)
    pieces.forget(document)
    #expect(pieces.piece(key, last: 100) == nil)
  }

  @Test func `pieces are kept in bounded memory, the newest of them`() {
    let pieces = LogChunkCache()
    let document = DocumentID(unchecked: [UInt8](repeating: 1, count: 16))
    let alive = (0..<40).map { number -> Weak in
      let piece = LogChunk(
        [UInt8](repeating: 0, count: 1 << 20), position: UInt64(number + 1), isFull: true,
        share: nil)
      pieces.keep(piece, as: .init(document: document, after: UInt64(number), isOwner: true))
      return Weak(piece: piece)
    }
    #expect((1...4).contains(alive.count { $0.piece != nil }))
    #expect(alive.last?.piece != nil)
  }

  private struct Weak { weak var piece: LogChunk? }
}

/// Sockets that ask and then take nothing.
private final class SilentClients {
  private var sockets: [Int32] = []

  init(_ count: Int, port: Int, _ line: String, headers: [ClientHeader]) throws {
    // Both ends of each are in this process.
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    let fields = headers.map { "\($0.name): \($0.value)" }
    let request = Array(([line, "Host: t"] + fields + ["", ""]).joined(separator: "\r\n").utf8)
    for _ in 0..<count { sockets.append(try Self.ask(request, port: port)) }
  }

  deinit { for socket in sockets { close(socket) } }

  private struct NotConnected: Error {}

  private static func ask(_ request: [UInt8], port: Int) throws -> Int32 {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var size: Int32 = 4096
    setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let connected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0, write(socket, request, request.count) == request.count else {
      throw NotConnected()
    }
    return socket
  }
}

/// How long somebody else's work takes at worst, while there is any.
private final class Watch: Sendable {
  let slowest = Mutex(Duration.zero)
  let isBusy = Mutex(true)
  func note(_ took: Duration) { slowest.withLock { $0 = max($0, took) } }
}
