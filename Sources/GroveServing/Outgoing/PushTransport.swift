import AsyncHTTPClient
import Foundation
package import GroveIdentity
import NIOCore
import NIOHTTP1
import NIOPosix

/// Carries pushes to addresses that strangers chose: over TLS to public addresses of the Internet only,
/// but for services that the operator has named; no redirect is followed, no answer is read far, none is
/// waited for long.
package final class PushTransport: Sendable {
  /// One push, as it is posted.
  package struct Message: Sendable {
    package var body: [UInt8]
    /// Seconds.
    package var timeToLive: UInt64
    package var topic: String
    /// RFC 8030, 5.3.
    package var urgency: String
    package var authorization: String

    package init(
      body: [UInt8], timeToLive: UInt64, topic: String, urgency: String = "normal",
      authorization: String
    ) {
      self.body = body
      self.timeToLive = timeToLive
      self.topic = topic
      self.urgency = urgency
      self.authorization = authorization
    }
  }

  /// What a push service said.
  package struct Answer: Sendable {
    package var status: Int
    /// Seconds; nil where it said nothing, or a date.
    package var retryAfter: UInt64?
  }

  package enum Failure: Error {
    /// The host has an address that is not public: nothing was connected to.
    case notPublic
    case unresolved
    case time
  }

  /// Milliseconds for everything.
  private static let patience: Int64 = 10_000
  /// Bytes of an answer that are read.
  private static let answerLimit = 16 << 10

  private let trusted: Set<Origin>
  private let clients: PushClients
  /// Names are looked up by a call that waits: a few threads of their own, which only pushes wait for.
  private let resolvers = NIOThreadPool(numberOfThreads: 4)

  /// - Parameters:
  ///   - trusted: services that may be anywhere.
  ///   - connectionsToEach: how many pushes are on their way to one of them.
  package init(trusted: Set<Origin>, connectionsToEach: Int) {
    self.trusted = trusted
    clients = PushClients(connectionsToEach: connectionsToEach)
    resolvers.start()
  }

  /// When nothing is under way any more.
  package func close() async {
    clients.close()
    try? await resolvers.shutdownGracefully()
  }

  /// - Parameter service: the endpoint's origin.
  /// - Throws: `Failure`, or what the connection broke with.
  package func post(_ message: Message, to endpoint: String, of service: Origin) async throws
    -> Answer
  {
    let pinned = try await pin(service)
    let lease = clients.take(pinned)
    defer { clients.give(lease) }
    return try await withThrowingTaskGroup(of: Answer.self) { group in
      group.addTask { try await Self.answer(to: message, at: endpoint, by: lease.client) }
      group.addTask {
        try await Task.sleep(for: .milliseconds(Self.patience))
        throw Failure.time
      }
      defer { group.cancelAll() }
      guard let first = try await group.next() else { throw Failure.time }
      return first
    }
  }

  private static func answer(
    to message: Message, at endpoint: String, by client: HTTPClient
  ) async throws -> Answer {
    var request = HTTPClientRequest(url: endpoint)
    request.method = .POST
    request.headers = [
      "Content-Type": "application/octet-stream", "Content-Encoding": "aes128gcm",
      "TTL": "\(message.timeToLive)", "Urgency": message.urgency, "Topic": message.topic,
      "Authorization": message.authorization,
    ]
    request.body = .bytes(message.body)
    let response = try await client.execute(request, timeout: .milliseconds(patience))
    // Read, so that the connection is of use for the next one; what it says is of no interest.
    _ = try? await response.body.collect(upTo: answerLimit)
    return Answer(
      status: Int(response.status.code),
      retryAfter: response.headers.first(name: "Retry-After").flatMap { UInt64($0) })
  }

  /// Looks the service's name up and holds every address to what may be connected to. The connection is
  /// then made to the address that was looked at, whatever the name means a moment later.
  private func pin(_ service: Origin) async throws -> PushClients.Place {
    let (host, port) = service.hostAndPort
    guard !trusted.contains(service) else { return PushClients.Place(host: host, address: nil) }
    guard service.text.hasPrefix("https:") else { throw Failure.notPublic }
    let found = try await resolvers.runIfActive { Self.addresses(of: host, port) }
    guard let first = found.first?.ipAddress else { throw Failure.unresolved }
    guard found.allSatisfy({ NetworkAddress($0)?.isPublic == true }) else {
      throw Failure.notPublic
    }
    return PushClients.Place(host: host, address: first)
  }

  private static func addresses(of host: String, _ port: Int) -> [SocketAddress] {
    let name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(name, "\(port)", &hints, &list) == 0 else { return [] }
    defer { freeaddrinfo(list) }
    var found: [SocketAddress] = []
    var next = list
    while let entry = next?.pointee {
      if let address = SocketAddress(entry) { found.append(address) }
      next = entry.ai_next
    }
    return found
  }
}

extension SocketAddress {
  /// Nil for what is neither IPv4 nor IPv6.
  fileprivate init?(_ entry: addrinfo) {
    guard let address = entry.ai_addr else { return nil }
    switch entry.ai_family {
    case AF_INET:
      self = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        SocketAddress($0.pointee, host: "")
      }
    case AF_INET6:
      self = address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
        SocketAddress($0.pointee, host: "")
      }
    default: return nil
    }
  }
}

extension Origin {
  /// An address of IPv6 keeps its brackets.
  var hostAndPort: (String, Int) {
    let isSecure = text.hasPrefix("https:")
    let authority = text.dropFirst(isSecure ? 8 : 7)
    let end = authority.lastIndex(of: "]") ?? authority.startIndex
    guard let colon = authority[end...].firstIndex(of: ":") else {
      return (String(authority), isSecure ? 443 : 80)
    }
    return (
      String(authority[..<colon]),
      Int(authority[authority.index(after: colon)...]) ?? (isSecure ? 443 : 80)
    )
  }
}
