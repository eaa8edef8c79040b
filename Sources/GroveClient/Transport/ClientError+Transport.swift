import AsyncHTTPClient
import NIOCore
import NIOPosix

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension ClientError {
  /// A fixed phrase: the libraries' own texts name addresses.
  init(transport error: any Error) {
    self =
      switch error {
      case let known as ClientError: known
      case is CancellationError: .cancelled
      case let failure as HTTPClientError: Self(failure)
      case let failure as NIOConnectionError: .unreachable(Self.phrase(failure))
      case let failure as IOError: .unreachable(Self.phrase(failure))
      default: .unreachable("no connection")
      }
  }

  private init(_ failure: HTTPClientError) {
    self =
      switch failure {
      case .cancelled: .cancelled
      case .invalidURL, .emptyHost, .emptyScheme: .badAnswer("the address is not a URL")
      case .readTimeout, .connectTimeout, .deadlineExceeded: .unreachable("no answer in time")
      case .tlsHandshakeTimeout: .unreachable("the server could not be authenticated")
      case .remoteConnectionClosed: .unreachable("the connection broke")
      default: .unreachable("no connection")
      }
  }

  private static func phrase(_ failure: NIOConnectionError) -> String {
    if let first = failure.connectionErrors.first?.error as? IOError { return phrase(first) }
    let isUnknown = failure.dnsAError != nil || failure.dnsAAAAError != nil
    return isUnknown ? "the host is unknown" : "no connection"
  }

  private static func phrase(_ failure: IOError) -> String {
    failure.errnoCode == ECONNREFUSED ? "the connection was refused" : "the connection broke"
  }
}
