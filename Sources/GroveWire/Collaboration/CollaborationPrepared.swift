public import GroveIdentity

/// What the start action is fulfilled with.
public struct CollaborationPrepared: Hashable, Sendable, Codable {
  public var link: String
  public var collaborationID: CollaborationID
  public var epoch: DecimalUInt64
  /// True when this request made the collaboration.
  public var created: Bool

  public init(link: String, collaborationID: CollaborationID, epoch: DecimalUInt64, created: Bool) {
    self.link = link
    self.collaborationID = collaborationID
    self.epoch = epoch
    self.created = created
  }
}
