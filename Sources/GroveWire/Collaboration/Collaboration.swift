public import GroveIdentity

/// A collaboration as somebody with access sees it.
public struct Collaboration: Hashable, Sendable, Codable {
  /// What the link ends in; proofs and identities name it.
  public var collaborationID: CollaborationID
  /// The shared document: base64url of 16 bytes.
  public var documentID: String
  /// The document's title, 1..1024 bytes.
  public var title: String
  /// The absolute URL that is sent to people. It carries no authority.
  public var link: String
  /// The membership counter: it grows with every change of the identities. Its beginning is random
  /// (protocol 7.2).
  public var epoch: DecimalUInt64
  /// What the owner has selected.
  public var options: ShareOptions

  /// What a server answers to looking at a collaboration and to changing its options.
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
