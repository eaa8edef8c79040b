public import GroveIdentity

/// One request, ready to be sent. It may carry a token and a password, so it prints as nothing.
public struct ClientRequest: Sendable, Redacted {
  /// Absolute: scheme, host, port, path and query.
  public var url: String
  /// In upper case, as it is sent.
  public var method: String
  /// Credentials among them.
  public var headers: [ClientHeader]
  /// Nil where there is none.
  public var body: [UInt8]?
  /// Seconds without a byte after which the request has failed.
  public var idleLimit: Int
  /// The largest body accepted in answer, in bytes.
  public var answerLimit: Int

  /// - Parameters:
  ///   - idleLimit: 30 seconds suit everything but streams and what waits.
  ///   - answerLimit: 64 MiB, above every answer of these servers.
  public init(
    url: String, method: String, headers: [ClientHeader] = [], body: [UInt8]? = nil,
    idleLimit: Int = 30, answerLimit: Int = 64 << 20
  ) {
    self.url = url
    self.method = method
    self.headers = headers
    self.body = body
    self.idleLimit = idleLimit
    self.answerLimit = answerLimit
  }
}
