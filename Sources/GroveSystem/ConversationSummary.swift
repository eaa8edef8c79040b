public import GroveIdentity

/// A conversation as a share sheet or a collaboration button shows it.
public struct ConversationSummary: Hashable, Sendable, Codable, Identifiable, Redacted {
  public let id: ConversationID
  /// Its name; without one, the names of the others.
  public let title: String
  /// How the others call themselves, in the order of their accounts.
  public let memberNames: [String]
  /// An image (PNG, JPEG or WebP); empty where there is none or it cannot be fetched now.
  public let photo: [UInt8]

  public init(
    id: ConversationID, title: String, memberNames: [String], photo: [UInt8] = []
  ) {
    self.id = id
    self.title = title
    self.memberNames = memberNames
    self.photo = photo
  }
}
