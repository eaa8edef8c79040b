import AsyncHTTPClient
import NIOCore
import Synchronization

/// One client for each time limit in use, because the library's limit belongs to the client.
final class HTTPClients: Sendable {
  private let clients = Mutex<[Int: HTTPClient]>([:])
  private let connectionsPerHost: Int

  init(connectionsPerHost: Int) {
    self.connectionsPerHost = connectionsPerHost
  }

  /// A client must be told to let go of its connections before it goes.
  deinit {
    for client in clients.withLock({ Array($0.values) }) { client.shutdown { _ in } }
  }

  /// - Parameter idleLimit: seconds without a byte after which a request has failed
  func client(idleLimit: Int) -> HTTPClient {
    clients.withLock { clients in
      if let known = clients[idleLimit] { return known }
      let made = HTTPClient(
        eventLoopGroupProvider: .singleton, configuration: configuration(idleLimit: idleLimit))
      clients[idleLimit] = made
      return made
    }
  }

  private func configuration(idleLimit: Int) -> HTTPClient.Configuration {
    var pool = HTTPClient.Configuration.ConnectionPool()
    pool.concurrentHTTP1ConnectionsPerHostSoftLimit = connectionsPerHost
    // A server that is away is an answer: when to ask again is decided above (ReconnectPolicy).
    pool.retryConnectionEstablishment = false
    var configuration = HTTPClient.Configuration(
      redirectConfiguration: .disallow,
      timeout: .init(connect: .seconds(10), read: .seconds(Int64(idleLimit))),
      decompression: .disabled)
    configuration.connectionPool = pool
    return configuration
  }
}
