import AsyncHTTPClient
import NIOCore
import Synchronization

/// One client for each place, because what a name is taken to mean belongs to the client. Those that
/// nobody uses go when there are many.
final class PushClients: Sendable {
  /// A host, and the address that it was found to have; nil where it may have any.
  struct Place: Hashable, Sendable {
    var host: String
    var address: String?
  }

  /// A client in use.
  struct Lease: Sendable {
    fileprivate let place: Place
    let client: HTTPClient
  }

  private struct Kept {
    let client: HTTPClient
    var uses = 0
  }

  /// Clients that are kept though nobody uses them.
  private static let kept = 32

  private let connectionsToEach: Int
  private let clients = Mutex<[Place: Kept]>([:])

  init(connectionsToEach: Int) { self.connectionsToEach = connectionsToEach }

  func take(_ place: Place) -> Lease {
    clients.withLock { clients in
      var kept = clients[place] ?? Kept(client: make(place))
      kept.uses += 1
      clients[place] = kept
      return Lease(place: place, client: kept.client)
    }
  }

  func give(_ lease: Lease) {
    let surplus = clients.withLock { clients -> [HTTPClient] in
      clients[lease.place]?.uses -= 1
      let idle = clients.filter { $0.value.uses == 0 }
      guard idle.count > Self.kept else { return [] }
      for place in idle.keys { clients[place] = nil }
      return idle.values.map(\.client)
    }
    for client in surplus { client.shutdown { _ in } }
  }

  /// When nothing is under way any more.
  func close() {
    let all = clients.withLock { clients in
      defer { clients = [:] }
      return clients.values.map(\.client)
    }
    for client in all { client.shutdown { _ in } }
  }

  private func make(_ place: Place) -> HTTPClient {
    var pool = HTTPClient.Configuration.ConnectionPool()
    pool.concurrentHTTP1ConnectionsPerHostSoftLimit = connectionsToEach
    // When to try again is decided by the rules.
    pool.retryConnectionEstablishment = false
    var configuration = HTTPClient.Configuration(
      redirectConfiguration: .disallow,
      timeout: .init(connect: .seconds(5), read: .seconds(10)), decompression: .disabled)
    configuration.connectionPool = pool
    if let address = place.address { configuration.dnsOverride = [place.host: address] }
    return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }
}
