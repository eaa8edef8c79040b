public import GroveIdentity

/// A whole answer. It may carry a token, so it prints as nothing.
public struct ClientResponse: Sendable, Redacted {
  /// Of HTTP; any status is an answer.
  public var status: Int
  /// In the order received.
  public var headers: [ClientHeader]
  /// Complete; empty where there was none.
  public var body: [UInt8]

  /// Made by a transport once the body has ended.
  public init(status: Int, headers: [ClientHeader] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}
