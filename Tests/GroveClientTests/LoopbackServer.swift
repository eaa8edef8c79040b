import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// A server of a few lines on a real socket: answers each connection with the next script and
/// remembers what it was sent. It shows how the transport behaves towards bytes, not routes.
final class LoopbackServer: Sendable {
  let port: UInt16
  private let socket: Int32
  private let received = Mutex<[String]>([])

  /// - Parameter scripts: raw bytes per connection; the connection is closed after them.
  init(_ scripts: [String], holdOpen: Bool = false) throws {
    (socket, port) = try Self.listener()
    Thread.detachNewThread { [self] in serve(scripts, holdOpen) }
  }

  /// A socket that listens on a free port.
  fileprivate static func listener() throws -> (Int32, UInt16) {
    let listener = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 16) == 0
          && getsockname(listener, $0, &size) == 0
      }
    }
    guard bound else { throw POSIXError(.EADDRNOTAVAIL) }
    return (listener, UInt16(bigEndian: address.sin_port))
  }

  deinit { close(socket) }

  var requests: [String] { received.withLock { $0 } }
  func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

  private func serve(_ scripts: [String], _ holdOpen: Bool) {
    for script in scripts {
      let connection = accept(socket, nil, nil)
      guard connection >= 0 else { return }
      var bytes = [UInt8](repeating: 0, count: 65_536)
      received.withLock { $0.append(Self.request(from: connection)) }
      let answer = Array(script.utf8)
      _ = send(connection, answer, answer.count, Int32(MSG_NOSIGNAL))
      if holdOpen { while recv(connection, &bytes, bytes.count, 0) > 0 {} }
      shutdown(connection, Int32(SHUT_RDWR))
      close(connection)
    }
  }

  /// Head and body; the body of a request may come in a packet of its own.
  private static func request(from connection: Int32) -> String {
    var text = ""
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while !text.contains("\r\n\r\n") || (text.contains("Length: 2") && !text.hasSuffix("{}")) {
      let count = recv(connection, &bytes, bytes.count, 0)
      guard count > 0 else { break }
      text += String(decoding: bytes.prefix(count), as: UTF8.self)
    }
    return text
  }
}

/// Takes every connection, says nothing, and counts them. Ends with the process.
final class SilentServer: Sendable {
  private let accepted = Mutex(0)
  let url: String

  init() throws {
    let (socket, port) = try LoopbackServer.listener()
    url = "http://127.0.0.1:\(port)/"
    Thread.detachNewThread { [self] in
      while accept(socket, nil, nil) >= 0 { accepted.withLock { $0 += 1 } }
    }
  }

  var connections: Int { accepted.withLock(\.self) }
}
