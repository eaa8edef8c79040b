/// What carries requests: the seam between the routes and the network, so that rules above it are
/// tested without sockets.
public protocol ClientTransport: Sendable {
  /// The whole answer. Any status is an answer; redirects are not followed, because a bearer token
  /// must not travel to another address.
  func send(_ request: ClientRequest) async throws(ClientError) -> ClientResponse

  /// An answer whose body arrives piece by piece. The status is known when this returns.
  func open(_ request: ClientRequest) async throws(ClientError) -> ClientStream
}
