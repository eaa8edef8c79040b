import CollaborationDomain
import GroveIdentity
import GroveWire

extension Document {
  init(_ standing: AccessibleDocument) {
    let document = standing.document
    let access: Access =
      switch standing.access {
      case .owner: .owner
      case .readWrite: .readWrite
      case .readOnly: .readOnly
      }
    self.init(
      documentID: document.id.base64url, title: document.title, location: document.location,
      owner: document.owner, access: access, createdAt: DecimalUInt64(document.createdAt),
      lastSequence: DecimalUInt64(document.lastSequence),
      collaborationID: standing.collaboration?.id,
      options: standing.collaboration.map { ShareOptions($0.options) })
  }
}

extension Document {
  /// A line of a list.
  init(_ listed: DocumentRules.Listed) {
    self.init(listed.accessible)
    ownerDisplayName = listed.ownerName
    updatedAt = DecimalUInt64(listed.updatedAt)
    knocks = listed.knocks > 0 ? listed.knocks : nil
  }
}

extension Collaboration {
  /// Nil for a document that is not shared.
  init?(_ standing: AccessibleDocument, link: (CollaborationID) -> String) {
    guard let collaboration = standing.collaboration else { return nil }
    self.init(
      collaborationID: collaboration.id, documentID: standing.document.id.base64url,
      title: standing.document.title, link: link(collaboration.id),
      epoch: DecimalUInt64(collaboration.epoch), options: ShareOptions(collaboration.options))
  }
}
