public import GroveIdentity

/// A root that was removed before it came. Whoever takes a failed share back cannot know whether the
/// call that brings its identities has been carried out, or still is on its way: that call, when it
/// comes, is refused (protocol 9.3).
public struct WithdrawnIdentity: Hashable, Sendable {
  public var collaborationID: CollaborationID
  public var root: RootHash
  /// Milliseconds since 1970.
  public var expiresAt: UInt64

  /// As long as an answer is kept for the retry of a request.
  public static let lifetime = StoredAnswer.lifetime

  public init(collaborationID: CollaborationID, root: RootHash, expiresAt: UInt64) {
    self.collaborationID = collaborationID
    self.root = root
    self.expiresAt = expiresAt
  }
}
