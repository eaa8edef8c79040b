import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The default transport: one `URLSession` of its own, without cookies, cache or stored
/// credentials, so that two devices in one process never share anything.
public final class URLSessionTransport: ClientTransport {
  private let session: URLSession
  private let exchanges: URLSessionExchanges

  /// - Parameter connectionsPerHost: event streams hold their connection for as long as they live;
  ///   the platform's default of 6 would let six streams starve every request after them.
  public init(connectionsPerHost: Int = 256) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpMaximumConnectionsPerHost = connectionsPerHost
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    exchanges = URLSessionExchanges()
    session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
  }

  /// A session keeps its delegate, its queue and its connections until it is told to let go.
  deinit { session.invalidateAndCancel() }

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

  public func open(_ request: ClientRequest) async throws(ClientError) -> ClientStream {
    guard !Task.isCancelled else { throw .cancelled }
    let task = session.dataTask(with: try urlRequest(request))
    let exchange = URLSessionExchange(limit: request.answerLimit) { [weak task] in task?.cancel() }
    exchanges.add(exchange, for: task.taskIdentifier)
    let head = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        exchange.whenHeadArrives { continuation.resume(returning: $0) }
        task.resume()
      }
    } onCancel: {
      task.cancel()
    }
    switch head {
    case .success(let stream): return stream
    case .failure(let error): throw Task.isCancelled ? .cancelled : error
    }
  }

  private func urlRequest(_ request: ClientRequest) throws(ClientError) -> URLRequest {
    guard let url = URL(string: request.url) else {
      throw .badAnswer("the address is not a URL")
    }
    var result = URLRequest(url: url, timeoutInterval: TimeInterval(request.idleLimit))
    result.httpMethod = request.method
    for header in request.headers { result.setValue(header.value, forHTTPHeaderField: header.name) }
    if let body = request.body { result.httpBody = Data(body) }
    return result
  }
}
