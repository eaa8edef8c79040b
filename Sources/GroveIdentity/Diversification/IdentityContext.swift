import Crypto

/// What a diversified key is bound to: audience, collaboration and recipient (protocol 4.4, 4.4.2).
///
/// A seed used twice, by mistake or on purpose, still gives unrelated keys in another context.
public struct IdentityContext: Hashable, Sendable {
  /// The origin of the collaboration's link.
  public let audience: Origin
  /// Unique at the audience only.
  public let collaborationID: CollaborationID
  /// The relay account whose devices the keys are for.
  public let recipient: AccountID
  /// `H(DS("context") || vec16(audience) || vec16(collaborationID) || recipient)`, 32 bytes.
  public let hash: [UInt8]

  /// Made alike by the sender and by the recipient's devices; any difference gives another root.
  public init(audience: Origin, collaborationID: CollaborationID, recipient: AccountID) {
    self.audience = audience
    self.collaborationID = collaborationID
    self.recipient = recipient
    var writer = ByteWriter(.context)
    writer.vec16(audience)
    writer.vec16(collaborationID)
    writer.raw(recipient.bytes)
    hash = Array(SHA256.hash(data: writer.bytes))
  }
}
