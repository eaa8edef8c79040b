import AsyncHTTPClient
import CollaborationDomain
import Foundation
import GroveIdentity
import GroveServing
import NIOCore
import NIOHTTP1
import NIOPosix

/// Carries pushes to addresses that strangers chose: over TLS to public addresses of the Internet only,
/// but for relays that the operator has named; no redirect is followed, no answer is read far, none is
/// waited for long.
final class PushTransport: Sendable {
  /// One push, as it is posted.
  struct Message: Sendable {
    var body: [UInt8]
    /// Seconds.
    var timeToLive: UInt64
    var topic: String
    var authorization: String
  }

  /// What a push service said.
  struct Answer: Sendable {
    var status: Int
    /// Seconds; nil where it said nothing, or a date.
    var retryAfter: UInt64?
  }

  enum Failure: Error {
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
  private let clients = PushClients()
  /// Names are looked up by a call that waits: a few threads of their own, which only pushes wait for.
  private let resolvers = NIOThreadPool(numberOfThreads: 4)

  /// - Parameter trusted: relays that may be anywhere.
  init(trusted: Set<Origin>) {
    self.trusted = trusted
    resolvers.start()
  }

  func close() async {
    clients.close()
    try? await resolvers.shutdownGracefully()
  }

  /// - Throws: `Failure`, or what the connection broke with.
  func post(_ message: Message, to endpoint: NoticeEndpoint) async throws -> Answer {
    let pinned = try await pin(endpoint.relay)
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
    to message: Message, at endpoint: NoticeEndpoint, by client: HTTPClient
  ) async throws -> Answer {
    var request = HTTPClientRequest(url: endpoint.text)
    request.method = .POST
    request.headers = [
      "Content-Type": "application/octet-stream", "Content-Encoding": "aes128gcm",
      "TTL": "\(message.timeToLive)", "Urgency": "normal", "Topic": message.topic,
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

  /// Looks the relay's name up and holds every address to what may be connected to. The connection is
  /// then made to the address that was looked at, whatever the name means a moment later.
  private func pin(_ relay: Origin) async throws -> PushClients.Place {
    let (host, port) = relay.hostAndPort
    guard !trusted.contains(relay) else { return PushClients.Place(host: host, address: nil) }
    guard relay.text.hasPrefix("https:") else { throw Failure.notPublic }
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
