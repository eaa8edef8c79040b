public import GroveIdentity

/// Creates a document owned by the calling account.
public struct CreateDocument: Hashable, Sendable, Codable {
  /// 16 random bytes: the same request again answers the same document for a day.
  public var requestID: RequestID
  /// 1..1024 bytes, no control characters.
  public var title: String

  /// A new document at the location `/`, empty.
  public init(requestID: RequestID, title: String) {
    self.requestID = requestID
    self.title = title
  }
}
