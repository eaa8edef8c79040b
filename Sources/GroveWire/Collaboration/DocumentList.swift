/// Documents the calling account owns or has been granted.
public struct DocumentList: Hashable, Sendable, Codable {
  public var documents: [Document]

  public init(documents: [Document]) {
    self.documents = documents
  }
}
