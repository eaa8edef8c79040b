package import NIOCore
import NIOPosix

/// Where and how one server listens.
package struct ServerSettings: Sendable {
  /// Connections that the system has made and that wait to be taken, as far as it allows (net.core.somaxconn). Those of a
  /// thousand devices that come back at once are more than the usual 256, and who finds no place tries again after one and
  /// three seconds.
  static let backlog = 4096

  package var host = "127.0.0.1"
  /// 0: any free port, reported when bound.
  package var port = 0
  package var connections = ConnectionLimits()
  /// Where its connections are counted, if anywhere.
  package var metrics: PrometheusRegistry?
  package var pace = RequestTimeouts()
  /// Each speaks for many clients, so their connections are not counted by address.
  package var trustedProxies = TrustedProxies.none
  /// A connection that neither finishes a request nor begins one is closed after so long.
  package var idleTimeout: TimeAmount = .seconds(75)
  /// A client that takes nothing of its answer for so long is disconnected.
  package var stalledWriteTimeout: TimeAmount = .seconds(60)
  /// One header field, and all of them together, in bytes.
  package var maximumHeaderSize = 16_384
  package var maximumHeaderCount = 100
  package var eventLoopGroup: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton

  package init(host: String = "127.0.0.1", port: Int = 0) {
    self.host = host
    self.port = port
  }
}
