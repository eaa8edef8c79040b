import Foundation
import GroveIdentity

@testable import GroveAgent
@testable import GroveAgentServer

/// A socket that says whatever a test likes. Reads end after fifteen seconds.
final class RawClient: Sendable {
  struct Failed: Error {}
  private let file: Int32

  init(_ path: String) throws {
    file = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    var limit = timeval(tv_sec: 15, tv_usec: 0)
    setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(file, $0, size) == 0 }
    }
    guard isConnected else { throw Failed() }
  }

  deinit { close(file) }

  func send(_ frame: some Encodable) throws {
    try write(StrictJSON.encode(frame) + [UInt8(ascii: "\n")])
  }

  func write(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Foundation.send(file, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw Failed() }
      rest = rest.dropFirst(count)
    }
  }

  /// Says that nothing more will be sent, and goes on reading.
  func finishWriting() { shutdown(file, Int32(SHUT_WR)) }

  /// The next line; nil where the agent closed the connection.
  func line() throws -> [UInt8]? {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while true {
      let count = read(file, &byte, 1)
      if count == 0 || (count < 0 && errno == ECONNRESET) { return nil }
      guard count == 1 else { throw Failed() }
      if byte == UInt8(ascii: "\n") { return line }
      line.append(byte)
    }
  }

  func frame() throws -> AgentFrame? {
    try line().map { try StrictJSON.decode(AgentFrame.self, from: $0) }
  }

  /// Whether the agent has closed the connection, whatever it said before.
  func isClosed() throws -> Bool {
    while try line() != nil {}
    return true
  }
}
