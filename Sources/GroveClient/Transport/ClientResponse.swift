public import GroveIdentity

/// A whole answer. It may carry a token, so it prints as nothing.
public struct ClientResponse: Sendable, Redacted {
  public var status: Int
  public var headers: [ClientHeader]
  public var body: [UInt8]

  public init(status: Int, headers: [ClientHeader] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}
