package import GroveIdentity
package import GroveSystem

/// Which invitations can be opened, as their apps see them: pure.
package enum HighlightRules {
  /// The newest invitation of each collaboration, the newest first.
  ///
  /// - Parameter origin: nil takes those of every app.
  package static func newest(of origin: Origin? = nil, _ reader: any SharingReader) throws
    -> [CollaborationHighlight]
  {
    try newestInvitations(of: origin, reader)
      .sorted { ($0.receivedAt, $0.root) > ($1.receivedAt, $1.root) }
      .map { try $0.highlight(in: reader) }
  }

  /// What can be opened: the newest invitation to each collaboration, in no order.
  package static func newestInvitations(of origin: Origin? = nil, _ reader: any SharingReader)
    throws
    -> [ReceivedInvitation]
  {
    let invitations = try reader.records(ReceivedInvitation.self).filter {
      !$0.isRevoked && (origin == nil || $0.collaboration.audience == origin)
    }
    let newest = Dictionary(invitations.map { ($0.collaboration, $0) }) {
      $0.order > $1.order ? $0 : $1
    }
    return Array(newest.values)
  }
}
