import Foundation
import Synchronization

/// A server's socket with somebody in between, who does something to the first `COMMIT` that comes by.
final class CommitProxy: Sendable {
  enum Deed {
    /// The server gets it, and its answer gets lost with the connection.
    case losesAnswer
    /// The connection goes before the server gets it.
    case losesCommit
    /// The client's connection goes, and the server gets it only when it is said so.
    case holdsCommit
  }

  let folder: String
  private let target: String
  private let deed: Deed
  private let listener: Int32
  private let isDone = Mutex(false)
  private let held = DispatchSemaphore(value: 0)
  private let wasHandedOver = DispatchSemaphore(value: 0)

  init(to cluster: PostgresCluster, _ deed: Deed) throws {
    self.deed = deed
    target = "\(cluster.folder)/.s.PGSQL.\(cluster.port)"
    folder = "/tmp/grove-px-" + String(UUID().uuidString.prefix(8))
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let path = "\(folder)/.s.PGSQL.\(cluster.port)"
    guard Self.with(path, { bind(listener, $0, $1) }) == 0, listen(listener, 16) == 0 else {
      throw ClusterError(what: "no socket")
    }
    Thread.detachNewThread { self.accept() }
  }

  deinit {
    close(listener)
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Lets the server have the commit that was held, and returns when it has answered or closed.
  func handOver() {
    held.signal()
    wasHandedOver.wait()
  }

  private func accept() {
    while true {
      let client = Foundation.accept(listener, nil, nil)
      guard client >= 0 else { return }
      let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      guard Self.with(target, { connect(server, $0, $1) }) == 0 else {
        close(client)
        continue
      }
      Thread.detachNewThread { self.carry(from: client, to: server, isFromClient: true) }
      Thread.detachNewThread { self.carry(from: server, to: client, isFromClient: false) }
    }
  }

  private func carry(from source: Int32, to sink: Int32, isFromClient: Bool) {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(source, &bytes, bytes.count)
      guard count > 0 else { break }
      if isFromClient, Self.holdsCommit(bytes[..<count]), takeTurn() {
        return interfere(client: source, server: sink, bytes[..<count])
      }
      guard send(sink, bytes, count, Int32(MSG_NOSIGNAL)) == count else { break }
    }
    shutdown(source, Int32(SHUT_RDWR))
    shutdown(sink, Int32(SHUT_RDWR))
  }

  private func interfere(client: Int32, server: Int32, _ bytes: ArraySlice<UInt8>) {
    let bytes = Array(bytes)
    switch deed {
    case .losesAnswer:
      shutdown(client, Int32(SHUT_RDWR))
      _ = send(server, bytes, bytes.count, Int32(MSG_NOSIGNAL))
      usleep(200_000)
    case .losesCommit:
      shutdown(client, Int32(SHUT_RDWR))
    case .holdsCommit:
      shutdown(client, Int32(SHUT_RDWR))
      held.wait()
      _ = send(server, bytes, bytes.count, Int32(MSG_NOSIGNAL))
      usleep(300_000)
      wasHandedOver.signal()
    }
    shutdown(server, Int32(SHUT_RDWR))
  }

  private func takeTurn() -> Bool {
    isDone.withLock { done in
      defer { done = true }
      return !done
    }
  }

  /// Each connection prepares the statement when it first needs it: the text goes by then. What comes before the first
  /// change, which makes the tables, is let through.
  private static func holdsCommit(_ bytes: ArraySlice<UInt8>) -> Bool {
    let text = Array("UPDATE groveWriter SET batch".utf8)
    guard bytes.count >= text.count else { return false }
    return (bytes.startIndex...(bytes.endIndex - text.count)).contains { begin in
      bytes[begin] == text[0] && bytes[begin..<(begin + text.count)].elementsEqual(text)
    }
  }

  private static func with(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32)
    -> Int32
  {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
