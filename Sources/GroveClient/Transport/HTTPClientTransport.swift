import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// The default transport: connections of its own, without cookies, cache or redirects, so that two
/// devices in one process never share anything.
///
/// It stands on async-http-client and not on `URLSession`, whose Linux version keeps asking whether
/// a connection can be written to for as long as an event stream is open on it: a processor was
/// busy wherever a device did nothing but wait (decision 0018).
public final class HTTPClientTransport: ClientTransport {
  private let clients: HTTPClients

  /// Opens nothing yet; clients of several servers may share one.
  /// - Parameter connectionsPerHost: event streams hold their connection for as long as they live,
  ///   so a small number would let a few streams starve every request after them.
  public init(connectionsPerHost: Int = 256) {
    clients = HTTPClients(connectionsPerHost: connectionsPerHost)
  }

  /// The whole answer in memory.
  /// - Throws: as `open(_:)`, and `badAnswer` above the request's `answerLimit`.
  public func send(_ request: ClientRequest) async throws(ClientError) -> ClientResponse {
    let stream = try await open(request)
    var body: [UInt8] = []
    do {
      for try await chunk in stream.chunks {
        guard body.count + chunk.count <= request.answerLimit else {
          throw ClientError.badAnswer("the answer is larger than allowed")
        }
        body.append(contentsOf: chunk)
      }
    } catch {
      throw error as? ClientError ?? .unreachable("the connection broke")
    }
    // The chunks also end, without an error, where the waiting task is cancelled.
    guard !Task.isCancelled else { throw .cancelled }
    return ClientResponse(status: stream.status, headers: stream.headers, body: body)
  }

  /// One attempt; a GET whose kept connection the server had just closed is sent once more.
  /// - Throws: `unreachable`, `cancelled`, or `badAnswer` for an address that is no URL.
  public func open(_ request: ClientRequest) async throws(ClientError) -> ClientStream {
    guard !Task.isCancelled else { throw .cancelled }
    let response = try await answer(to: request)
    return ClientStream(
      status: Int(response.status.code),
      headers: response.headers.map { ClientHeader($0.name, $0.value) },
      chunks: ResponseChunks(body: response.body))
  }

  /// A connection that was kept open may have been closed by the server just now. What may be asked
  /// twice is then asked once more (RFC 9110, 9.2.2).
  private func answer(to request: ClientRequest) async throws(ClientError) -> HTTPClientResponse {
    let client = clients.client(idleLimit: request.idleLimit)
    do {
      return try await client.execute(HTTPClientRequest(request), deadline: .distantFuture)
    } catch {
      let mayAskAgain = request.method == "GET" && !Task.isCancelled
      guard mayAskAgain, error as? HTTPClientError == .remoteConnectionClosed else {
        throw ClientError(transport: error)
      }
    }
    do {
      return try await client.execute(HTTPClientRequest(request), deadline: .distantFuture)
    } catch {
      throw ClientError(transport: error)
    }
  }
}

extension HTTPClientRequest {
  fileprivate init(_ request: ClientRequest) {
    self.init(url: request.url)
    method = HTTPMethod(rawValue: request.method)
    for header in request.headers { headers.add(name: header.name, value: header.value) }
    if let bytes = request.body { body = .bytes(bytes) }
  }
}
