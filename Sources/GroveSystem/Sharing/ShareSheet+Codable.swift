import GroveIdentity

extension ShareSheet.Header {
  private enum CodingKeys: String, CodingKey {
    case title, image, appName, initiatorHandle, initiatorName
  }

  /// Reads what the agent or a stored draft holds: the image is base64url, or a list of numbers.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      title: try members.decode(String.self, forKey: .title),
      image: try members.content(forKey: .image),
      appName: try members.decode(String.self, forKey: .appName),
      initiatorHandle: try members.decodeIfPresent(String.self, forKey: .initiatorHandle),
      initiatorName: try members.decodeIfPresent(String.self, forKey: .initiatorName))
  }

  /// The image as base64url.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(title, forKey: .title)
    try members.encode(content: image, forKey: .image)
    try members.encode(appName, forKey: .appName)
    try members.encodeIfPresent(initiatorHandle, forKey: .initiatorHandle)
    try members.encodeIfPresent(initiatorName, forKey: .initiatorName)
  }
}

extension ShareSheet.FileRepresentation {
  private enum CodingKeys: String, CodingKey { case name, mediaType, bytes }

  /// Reads what the agent or a stored draft holds: the bytes are base64url, or a list of numbers.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      name: try members.decode(String.self, forKey: .name),
      mediaType: try members.decode(String.self, forKey: .mediaType),
      bytes: try members.content(forKey: .bytes))
  }

  /// The bytes as base64url, a third longer than they are.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(name, forKey: .name)
    try members.encode(mediaType, forKey: .mediaType)
    try members.encode(content: bytes, forKey: .bytes)
  }
}

/// A sheet on its way to another process, with what the person has chosen so far.
extension ShareSheet: Codable {
  private enum CodingKeys: String, CodingKey {
    case origin, appName, metadata, file, image, suggestedConversations
    case mode, options, recipients, conversation, text
  }

  /// - Throws: where it has nothing to share, or is in a mode that the app cannot provide.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    var metadata = try members.decodeIfPresent(CollaborationMetadata.self, forKey: .metadata)
    if let options = try members.decodeIfPresent(
      CollaborationShareOptions.self, forKey: .options)
    {
      metadata?.userSelectedShareOptions = options
    }
    let sheet = ShareSheet(
      origin: try members.decode(Origin.self, forKey: .origin),
      appName: try members.decode(String.self, forKey: .appName), metadata: metadata,
      file: try members.decodeIfPresent(FileRepresentation.self, forKey: .file),
      image: try members.content(forKey: .image),
      suggestedConversations: try members.decode(
        [ConversationID].self, forKey: .suggestedConversations))
    guard var sheet, sheet.choose(try members.decode(Mode.self, forKey: .mode)) else {
      throw IdentityError(.malformed, "a sheet without anything to share")
    }
    let recipients = try members.decode([AccountID].self, forKey: .recipients)
    guard recipients.count <= 4 * Self.maximumParticipants else {
      throw IdentityError(.limitExceeded, "more recipients than anything could be sent to")
    }
    recipients.forEach { sheet.add($0) }
    if let conversation = try members.decodeIfPresent(
      ConversationID.self, forKey: .conversation)
    {
      sheet.choose(conversation, members: sheet.recipients)
    }
    sheet.text = try members.decode(String.self, forKey: .text)
    self = sheet
  }

  /// With what the person has chosen so far; the image as base64url.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(origin, forKey: .origin)
    try members.encode(header.appName, forKey: .appName)
    try members.encodeIfPresent(metadata, forKey: .metadata)
    try members.encodeIfPresent(file, forKey: .file)
    try members.encode(content: header.image, forKey: .image)
    try members.encode(suggestedConversations, forKey: .suggestedConversations)
    try members.encode(mode, forKey: .mode)
    try members.encodeIfPresent(chosen, forKey: .options)
    try members.encode(recipients, forKey: .recipients)
    try members.encodeIfPresent(conversation, forKey: .conversation)
    try members.encode(text, forKey: .text)
  }
}
