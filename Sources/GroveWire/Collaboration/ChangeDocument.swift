/// Renames or moves a document (owner only); what is absent stays.
public struct ChangeDocument: Hashable, Sendable, Codable {
  /// 1..1024 bytes, no control characters.
  public var title: String?
  /// A path that begins with `/`; 1..1024 bytes, no control characters.
  public var location: String?

  /// A change of the members given; nil leaves one as it is.
  public init(title: String? = nil, location: String? = nil) {
    self.title = title
    self.location = location
  }
}
