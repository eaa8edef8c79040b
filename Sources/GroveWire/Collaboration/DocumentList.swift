/// Documents the calling account owns or has been granted.
public struct DocumentList: Hashable, Sendable, Codable {
  public var documents: [Document]
  /// Where there are more: the `after` of the next page.
  public var next: String?

  public init(documents: [Document], next: String? = nil) {
    self.documents = documents
    self.next = next
  }
}
