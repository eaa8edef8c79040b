import Foundation

/// Connections that say nothing, from several addresses of this machine, closed when they are released.
final class IdleConnections: Sendable {
  private let descriptors: [Int32]

  private init(descriptors: [Int32]) { self.descriptors = descriptors }

  deinit { for descriptor in descriptors { close(descriptor) } }

  /// How many the server took in, whatever became of them.
  var count: Int { descriptors.count }

  /// Opens connections one after the other on a thread of their own, until all are there or the
  /// server's system takes no more.
  static func open(_ count: Int, to port: UInt16, fromAddresses addresses: Int) async
    -> IdleConnections
  {
    await withCheckedContinuation { continuation in
      let thread = Thread {
        let descriptors = (0..<count).compactMap {
          connected(to: port, from: 2 + $0 % addresses)
        }
        continuation.resume(returning: IdleConnections(descriptors: descriptors))
      }
      thread.start()
    }
  }

  private static func connected(to port: UInt16, from host: Int) -> Int32? {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    // A server that has stopped accepting must not hold the test.
    var patience = timeval(tv_sec: 5, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var own = address("127.0.0.\(host)", 0)
    var other = address("127.0.0.1", port)
    guard call(&own, { bind(descriptor, $0, $1) }), call(&other, { connect(descriptor, $0, $1) })
    else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  private static func address(_ host: String, _ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    inet_pton(AF_INET, host, &address.sin_addr)
    return address
  }

  private static func call(
    _ address: inout sockaddr_in, _ function: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Bool {
    withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        function($0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }
}
