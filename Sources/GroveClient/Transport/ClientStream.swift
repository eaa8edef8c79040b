public import GroveIdentity

/// An answer that goes on. Dropping the iterator of `chunks` closes the connection.
public struct ClientStream: Sendable, Redacted {
  public var status: Int
  public var headers: [ClientHeader]
  /// Pieces of the body, cut anywhere. Ends with `ClientError` where the connection breaks.
  public var chunks: any AsyncSequence<[UInt8], any Error> & Sendable

  public init(
    status: Int, headers: [ClientHeader] = [],
    chunks: any AsyncSequence<[UInt8], any Error> & Sendable
  ) {
    self.status = status
    self.headers = headers
    self.chunks = chunks
  }
}
