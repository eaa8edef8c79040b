/// What somebody may do who came in by a link.
public struct EnteredByLink: Hashable, Sendable, Codable {
  /// Base64url of 16 random bytes.
  public var documentID: String
  public var access: Document.Access
  /// Whether nothing let the caller in before.
  public var isNew: Bool

  public init(documentID: String, access: Document.Access, isNew: Bool) {
    self.documentID = documentID
    self.access = access
    self.isNew = isNew
  }
}
