public import GroveIdentity

/// An answer that goes on. Dropping the iterator of `chunks` closes the connection.
public struct ClientStream: Sendable, Redacted {
  /// Of HTTP; a refusal has its problem body in `chunks`.
  public var status: Int
  /// In the order received.
  public var headers: [ClientHeader]
  /// Pieces of the body, cut anywhere. Ends with `ClientError` where the connection breaks.
  public var chunks: any AsyncSequence<[UInt8], any Error> & Sendable

  /// Made by a transport once the head has arrived.
  public init(
    status: Int, headers: [ClientHeader] = [],
    chunks: any AsyncSequence<[UInt8], any Error> & Sendable
  ) {
    self.status = status
    self.headers = headers
    self.chunks = chunks
  }
}
