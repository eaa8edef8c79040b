package import NIOCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Which user is at the other end, as the kernel says: it was noted when the socket was connected,
/// and nothing that is sent can change it.
package enum PeerUser {
  package struct Unknown: Error {}

  /// `struct ucred` of Linux, which the C library shows to programs with GNU extensions only.
  private struct Credentials: Sendable {
    var process: Int32
    var user: UInt32
    var group: UInt32
  }

  package static func of(_ channel: any Channel) -> EventLoopFuture<UInt32> {
    #if os(Linux)
      guard let provider = channel as? any SocketOptionProvider else {
        return channel.eventLoop.makeFailedFuture(Unknown())
      }
      let answer: EventLoopFuture<Credentials> = provider.unsafeGetSocketOption(
        level: NIOBSDSocket.OptionLevel.socket, name: NIOBSDSocket.Option(rawValue: SO_PEERCRED))
      return answer.map { $0.user }
    #else
      return channel.eventLoop.makeFailedFuture(Unknown())
    #endif
  }

  /// This process's own.
  package static var own: UInt32 { geteuid() }
}
