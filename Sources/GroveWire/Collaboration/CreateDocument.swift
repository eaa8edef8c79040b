public import GroveIdentity

/// Creates a document owned by the calling account.
public struct CreateDocument: Hashable, Sendable, Codable {
  public var requestID: RequestID
  /// 1..1024 bytes, no control characters.
  public var title: String

  public init(requestID: RequestID, title: String) {
    self.requestID = requestID
    self.title = title
  }
}
