public import GroveIdentity

/// What a person wrote, and at most one file with it (content type 1).
public struct TextContent: ContentBody, Redacted {
  public static let contentType = ContentType.text

  public private(set) var v = ContentVersion()
  public var text: String
  /// A copy that was sent instead of a collaboration.
  public var attachment: AttachmentReference?
  /// The sending program's own mark, so that its other devices can match what they show already.
  /// At most 64 bytes.
  public var clientID: String?

  public init(
    text: String, attachment: AttachmentReference? = nil, clientID: String? = nil
  ) {
    self.text = text
    self.attachment = attachment
    self.clientID = clientID
  }

  public func checkLimits() throws(IdentityError) {
    try ContentLimit.check(clientID, 64, "clientID")
    try attachment?.checkLimits()
  }
}
