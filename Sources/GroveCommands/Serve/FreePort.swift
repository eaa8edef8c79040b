import Foundation

/// A port that nothing listens on, for `--relay-port 0`: a server must know its own address before
/// it listens, because the address is part of what it signs and checks.
enum FreePort {
  /// Whether somebody could listen there now; true where this cannot be said, because the listener
  /// says it as well.
  static func isFree(_ port: Int, host: String) -> Bool {
    guard let number = UInt16(exactly: port) else { return false }
    do {
      return try bound(host: host, port: number) != nil
    } catch {
      return true
    }
  }

  /// - Throws: `CommandFailure` when the machine has none to give on this address.
  static func find(host: String) throws -> Int {
    guard let port = try bound(host: host, port: 0) else {
      throw CommandFailure("No port on \(host) is free.")
    }
    return port
  }

  /// The port that could be taken; nil where it could not.
  private static func bound(host: String, port: UInt16) throws -> Int? {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw CommandFailure("No socket can be opened.") }
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    guard inet_pton(AF_INET, host == "localhost" ? "127.0.0.1" : host, &address.sin_addr) == 1
    else {
      throw CommandFailure("A free port can only be found on an IPv4 address; name a port.")
    }
    address.sin_port = port.bigEndian
    var reuse: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &reuse, socklen_t(MemoryLayout<Int32>.size))
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    return bound ? Int(UInt16(bigEndian: address.sin_port)) : nil
  }
}
