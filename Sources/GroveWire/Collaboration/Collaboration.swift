public import GroveIdentity

/// A collaboration as somebody with access sees it.
public struct Collaboration: Hashable, Sendable, Codable {
  public var collaborationID: CollaborationID
  public var documentID: String
  public var title: String
  public var link: String
  public var epoch: DecimalUInt64
  public var options: ShareOptions

  public init(
    collaborationID: CollaborationID, documentID: String, title: String, link: String,
    epoch:
      DecimalUInt64, options: ShareOptions
  ) {
    self.collaborationID = collaborationID
    self.documentID = documentID
    self.title = title
    self.link = link
    self.epoch = epoch
    self.options = options
  }
}
