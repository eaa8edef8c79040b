/// Documents the calling account owns or has been granted.
public struct DocumentList: Hashable, Sendable, Codable {
  /// Newest first, at most as many as were asked for.
  public var documents: [Document]
  /// Where there are more: the `after` of the next page.
  public var next: String?

  /// One page as a server answers it, or all pages that a client has put together.
  public init(documents: [Document], next: String? = nil) {
    self.documents = documents
    self.next = next
  }
}
