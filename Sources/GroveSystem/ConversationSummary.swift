public import GroveIdentity

/// A conversation as a share sheet or a collaboration button shows it.
public struct ConversationSummary: Hashable, Sendable, Codable, Identifiable, Redacted {
  /// What `PersonSystem.choose` and `message` are given.
  public let id: ConversationID
  /// Its name; without one, the names of the others.
  public let title: String
  /// How the others call themselves, in the order of their accounts.
  public let memberNames: [String]
  /// An image (PNG, JPEG or WebP); empty where there is none or it cannot be fetched now.
  public let photo: [UInt8]

  /// For a messenger that answers a question, and for tests.
  public init(
    id: ConversationID, title: String, memberNames: [String], photo: [UInt8] = []
  ) {
    self.id = id
    self.title = title
    self.memberNames = memberNames
    self.photo = photo
  }
}

extension ConversationSummary {
  private enum CodingKeys: String, CodingKey { case id, title, memberNames, photo }

  /// Reads what the agent sends: the photo is base64url, or a list of numbers.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try members.decode(ConversationID.self, forKey: .id),
      title: try members.decode(String.self, forKey: .title),
      memberNames: try members.decode([String].self, forKey: .memberNames),
      photo: try members.content(forKey: .photo))
  }

  /// As it goes from the agent to an app or a share sheet; the photo as base64url.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(id, forKey: .id)
    try members.encode(title, forKey: .title)
    try members.encode(memberNames, forKey: .memberNames)
    try members.encode(content: photo, forKey: .photo)
  }
}
