public import GroveIdentity

/// What the start action is fulfilled with.
public struct CollaborationPrepared: Hashable, Sendable, Codable {
  /// The absolute URL to send.
  public var link: String
  /// What identities are added to before the message goes out.
  public var collaborationID: CollaborationID
  /// The membership counter; see `Collaboration.epoch`.
  public var epoch: DecimalUInt64
  /// True when this request made the collaboration.
  public var created: Bool

  /// What a server answers to `PrepareCollaboration`; a repeated request is answered the same.
  public init(link: String, collaborationID: CollaborationID, epoch: DecimalUInt64, created: Bool) {
    self.link = link
    self.collaborationID = collaborationID
    self.epoch = epoch
    self.created = created
  }
}
