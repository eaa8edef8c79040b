import GroveIdentity
import GroveMessage
import GroveSystem

/// An invitation that passed every check of protocol 6.3, as this device keeps it. The seed is not
/// among it: what is needed of it was derived at once (4.8).
struct ReceivedInvitation: SharingRecord, Hashable, Redacted {
  static let kind = "invitation"

  /// What this device proves with.
  struct Leaf: Codable, Hashable, Sendable {
    /// `d'`, sealed under the device's storage key.
    var sealedKey: Base64URLBytes
    var publicKey: PublicKey
    var index: Int
    var hashes: [Base64URLBytes]
  }

  var collaboration: CollaborationKey
  /// Grows with every invitation this device keeps: the newest is tried first (protocol 8.3).
  var order: UInt64
  var messageID: MessageID
  var link: String
  var title: String
  var optionsSummary: String
  var inviter: AccountID
  var conversationID: ConversationID
  /// Milliseconds.
  var receivedAt: UInt64
  var root: RootHash
  var statement: StatementReference
  /// Nil where this device is not among those the root was made for (protocol 6.4).
  var leaf: Leaf?
  /// A membership update took the root away; nothing is proved with it any more.
  var isRevoked = false

  /// By collaboration, then by root: the same invitation delivered again is the same row.
  var key: [UInt8] { collaboration.bytes + root.bytes }

  var highlight: CollaborationHighlight {
    CollaborationHighlight(
      id: messageID, link: link, audience: collaboration.audience,
      collaborationID: collaboration.collaborationID, title: title,
      optionsSummary: optionsSummary, sender: inviter, conversationID: conversationID,
      createdAt: receivedAt, canProve: leaf != nil)
  }
}

/// The record of a link that is shown with a warning.
struct PlainLink: SharingRecord {
  static let kind = "plain-link"

  var messageID: MessageID
  var link: String
  var title: String
  var sender: AccountID
  var conversationID: ConversationID
  var reason: InvitationWarning
  var receivedAt: UInt64

  var key: [UInt8] { conversationID.bytes + messageID.bytes }

  var shown: WarnedLink {
    WarnedLink(
      link: link, title: title, sender: sender, conversationID: conversationID, reason: reason,
      receivedAt: receivedAt)
  }
}
