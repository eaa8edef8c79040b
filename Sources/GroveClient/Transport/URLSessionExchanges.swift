import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The session's delegate: finds the exchange a call back belongs to.
final class URLSessionExchanges: NSObject, URLSessionDataDelegate, Sendable {
  private let exchanges = Mutex<[Int: URLSessionExchange]>([:])

  func add(_ exchange: URLSessionExchange, for identifier: Int) {
    exchanges.withLock { $0[identifier] = exchange }
  }

  private func exchange(_ task: URLSessionTask) -> URLSessionExchange? {
    exchanges.withLock { $0[task.taskIdentifier] }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    guard let http = response as? HTTPURLResponse else { return completionHandler(.cancel) }
    let headers = http.allHeaderFields.map { ClientHeader("\($0.key)", "\($0.value)") }
    exchange(dataTask)?.receivedHead(status: http.statusCode, headers: headers)
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    exchange(dataTask)?.received(Array(data))
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let exchange = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    exchange?.ended(error.map(Self.reason))
  }

  /// Redirects are answers here: a token must not travel on.
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  /// A fixed phrase: the platform's own text names addresses.
  private static func reason(_ error: any Error) -> ClientError {
    switch (error as? URLError)?.code {
    case .cancelled: .cancelled
    case .timedOut: .unreachable("no answer in time")
    case .cannotConnectToHost: .unreachable("the connection was refused")
    case .cannotFindHost, .dnsLookupFailed: .unreachable("the host is unknown")
    case .networkConnectionLost: .unreachable("the connection broke")
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate:
      .unreachable("the server could not be authenticated")
    default: .unreachable("no connection")
    }
  }
}
