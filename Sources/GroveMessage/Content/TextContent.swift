public import GroveIdentity

/// What a person wrote, and at most one file with it (content type 1).
public struct TextContent: ContentBody, Redacted {
  /// Type 1 (protocol 18.3).
  public static let contentType = ContentType.text

  /// Written as `"v":1`; another version is refused when it is read.
  public private(set) var v = ContentVersion()
  /// UTF-8 as it was written; may be empty beside a file. Only the message's own limit bounds it.
  public var text: String
  /// A copy that was sent instead of a collaboration.
  public var attachment: AttachmentReference?
  /// The sending program's own mark, so that its other devices can match what they show already.
  /// At most 64 bytes.
  public var clientID: String?

  /// Made by the sender's program; most texts have no file.
  public init(
    text: String, attachment: AttachmentReference? = nil, clientID: String? = nil
  ) {
    self.text = text
    self.attachment = attachment
    self.clientID = clientID
  }

  /// Checked before it is sent and after it was read.
  /// - Throws: `limitExceeded` for the mark or a member of the attachment, `malformed` for an
  ///   attachment without an identifier or a digest of another length than 32 bytes.
  public func checkLimits() throws(IdentityError) {
    try ContentLimit.check(clientID, 64, "clientID")
    try attachment?.checkLimits()
  }
}
