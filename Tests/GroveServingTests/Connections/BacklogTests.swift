import Foundation
import GroveServing
import NIOCore
import NIOPosix
import Testing

#if canImport(Glibc)
  import Glibc
#endif

@Suite(.timeLimit(.minutes(1)))
struct BacklogTests {
  /// Devices that come back at once are more than the 256 connections that wait elsewhere by default.
  @Test func `six hundred connections are made while the server takes none`() async throws {
    try await TestServer.with(TestRoutes.all, register: TestRoutes.register) {
      server async throws in
      let loops = MultiThreadedEventLoopGroup.singleton
      let isOver = DispatchSemaphore(value: 0)
      var held = 0
      for loop in loops.makeIterator() {
        loop.execute { isOver.wait() }
        held += 1
      }
      let sockets = (0..<600).map { _ in Self.connecting(to: server.port) }
      let made = Self.made(sockets, within: 500)
      for _ in 0..<held { isOver.signal() }
      for one in sockets { close(one) }
      #expect(made == 600)
      #expect(try await server.ask("GET", "/nothing").status == 404)
    }
  }

  /// What the system has no place for is tried again by it after a second.
  private static func made(_ sockets: [CInt], within milliseconds: CInt) -> Int {
    usleep(UInt32(milliseconds) * 1000)
    var polled = sockets.map { pollfd(fd: $0, events: Int16(POLLOUT), revents: 0) }
    poll(&polled, nfds_t(polled.count), 0)
    return polled.count { $0.revents == Int16(POLLOUT) }
  }

  private static func connecting(to port: Int) -> CInt {
    let one = socket(
      AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_NONBLOCK.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = connect(one, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    return one
  }
}
