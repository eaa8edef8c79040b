/// Renames or moves a document (owner only); what is absent stays.
public struct ChangeDocument: Hashable, Sendable, Codable {
  public var title: String?
  public var location: String?

  public init(title: String? = nil, location: String? = nil) {
    self.title = title
    self.location = location
  }
}
