public import GroveIdentity

/// The server's signature over the notice attestation bytes.
public struct NoticeAttested: Hashable, Sendable, Codable {
  /// The caller's identity, the actor.
  public var root: RootHash
  /// 64 bytes.
  public var signature: Base64URLBytes
  /// Which of `CollaborationKeys` verifies it.
  public var keyID: String

  /// What a server answers to `AttestNotice`; it becomes the notice's attestation.
  public init(root: RootHash, signature: Base64URLBytes, keyID: String) {
    self.root = root
    self.signature = signature
    self.keyID = keyID
  }
}
