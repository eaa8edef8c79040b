public import GroveIdentity

/// The collaboration server's word that a notice is true (level B, protocol 12.4): signed with a
/// key published at `<audience>/.well-known/collab-keys.json`.
public struct NoticeAttestation: Hashable, Sendable, Codable {
  /// Which of the published keys signed; at most 255 bytes.
  public var keyID: String
  /// The actor: who caused the event.
  public var root: RootHash
  /// 64 bytes.
  public var signature: Base64URLBytes

  /// Made from the server's answer to the app's request.
  public init(keyID: String, root: RootHash, signature: Base64URLBytes) {
    self.keyID = keyID
    self.root = root
    self.signature = signature
  }

  /// `DS("notice-attestation") || vec16(audience) || vec16(collaborationID) || noticeID(16) ||
  /// u8 event || u8 trigger || u64 at || actorRoot(32)`.
  public static func signedBytes(
    audience: Origin, collaborationID: CollaborationID, noticeID: NoticeID, kind: NoticeKind,
    at: UInt64, actorRoot: RootHash
  ) -> [UInt8] {
    var writer = ByteWriter(.noticeAttestation)
    writer.vec16(audience)
    writer.vec16(collaborationID)
    writer.raw(noticeID.bytes)
    writer.u8(kind.event)
    writer.u8(kind.trigger)
    writer.u64(at)
    writer.raw(actorRoot.bytes)
    return writer.bytes
  }

  /// Whether the published key signed that this attestation's actor caused exactly this notice.
  /// It is a fact about the sender only if the sender's root is the actor: `NoticeCheck`.
  public func isValid(for notice: Notice, publishedKey: PublicKey) -> Bool {
    guard let kind = notice.kind else { return false }
    let signed = Self.signedBytes(
      audience: notice.audience, collaborationID: notice.collaborationID,
      noticeID: notice.noticeID, kind: kind, at: notice.at, actorRoot: root)
    return publishedKey.isValidSignature(signature.bytes, for: signed)
  }
}
