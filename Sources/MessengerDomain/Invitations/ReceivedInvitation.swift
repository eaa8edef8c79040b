package import GroveIdentity
package import GroveMessage
package import GroveSystem

/// An invitation that passed every check of protocol 6.3, as this device keeps it. The seed is not
/// among it: what is needed of it was derived at once (4.8).
package struct ReceivedInvitation: SharingRecord, Hashable, Redacted {
  package static let kind = "invitation"

  /// What this device proves with.
  package struct Leaf: Codable, Hashable, Sendable {
    /// `d'`, sealed under the device's storage key.
    package var sealedKey: Base64URLBytes
    package var publicKey: PublicKey
    package var index: Int
    package var hashes: [Base64URLBytes]
  }

  package var collaboration: CollaborationKey
  /// Grows with every invitation this device keeps: the newest is tried first (protocol 8.3).
  package var order: UInt64
  package var messageID: MessageID
  package var link: String
  package var title: String
  package var optionsSummary: String
  package var inviter: AccountID
  package var conversationID: ConversationID
  /// Milliseconds.
  package var receivedAt: UInt64
  package var root: RootHash
  package var statement: StatementReference
  /// Nil where this device is not among those the root was made for (protocol 6.4).
  package var leaf: Leaf?
  /// How its app shows it; nobody has checked it.
  package var card: DocumentCard?
  /// A membership update took the root away; nothing is proved with it any more.
  package var isRevoked = false
  /// Because it was over for everybody, as the inviter said.
  package var ended: MembershipUpdate.Ended?

  package init(
    collaboration: CollaborationKey, order: UInt64, messageID: MessageID, link: String,
    title: String, optionsSummary: String, inviter: AccountID, conversationID: ConversationID,
    receivedAt: UInt64, root: RootHash, statement: StatementReference, leaf: Leaf? = nil,
    card: DocumentCard? = nil, isRevoked: Bool = false
  ) {
    self.collaboration = collaboration
    self.order = order
    self.messageID = messageID
    self.link = link
    self.title = title
    self.optionsSummary = optionsSummary
    self.inviter = inviter
    self.conversationID = conversationID
    self.receivedAt = receivedAt
    self.root = root
    self.statement = statement
    self.leaf = leaf
    self.card = card
    self.isRevoked = isRevoked
  }

  /// By collaboration, then by root: the same invitation delivered again is the same row.
  package var key: [UInt8] { collaboration.bytes + root.bytes }

  /// Under the name that it had when it was shared.
  package var highlight: CollaborationHighlight {
    CollaborationHighlight(
      id: messageID, link: link, audience: collaboration.audience,
      collaborationID: collaboration.collaborationID, title: title,
      optionsSummary: optionsSummary, sender: inviter, conversationID: conversationID,
      createdAt: receivedAt, canProve: leaf != nil)
  }
}

extension ReceivedInvitation {
  /// Newest first (protocol 8.3).
  package static func usable(_ key: CollaborationKey, _ reader: any SharingReader) throws
    -> [ReceivedInvitation]
  {
    try reader.records(ReceivedInvitation.self, prefix: key.bytes)
      .filter { !$0.isRevoked }.sorted { $0.order > $1.order }
  }

  /// Those that were taken back, too.
  package static func newest(of key: CollaborationKey, _ reader: any SharingReader) throws
    -> ReceivedInvitation?
  {
    try reader.records(ReceivedInvitation.self, prefix: key.bytes).max { $0.order < $1.order }
  }

  /// As its app and its person see it now: under its present name.
  package func highlight(in reader: any SharingReader) throws -> CollaborationHighlight {
    var named = self
    named.title = try DocumentState.title(of: collaboration, in: reader) ?? title
    return named.highlight
  }

  /// The place of the next invitation in the order in which they are tried.
  package static func nextOrder(in collaboration: CollaborationKey, _ reader: any SharingReader)
    throws
    -> UInt64
  {
    let known = try reader.records(ReceivedInvitation.self, prefix: collaboration.bytes)
    return (known.map(\.order).max() ?? 0) &+ 1
  }
}

/// The record of a link that is shown with a warning.
package struct PlainLink: SharingRecord {
  package static let kind = "plain-link"

  package var messageID: MessageID
  package var link: String
  package var title: String
  package var sender: AccountID
  package var conversationID: ConversationID
  package var reason: InvitationWarning
  package var receivedAt: UInt64

  package var key: [UInt8] { conversationID.bytes + messageID.bytes }

  package var shown: WarnedLink {
    WarnedLink(
      link: link, title: title, sender: sender, conversationID: conversationID, reason: reason,
      receivedAt: receivedAt)
  }
}
