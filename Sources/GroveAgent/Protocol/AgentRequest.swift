package import GroveIdentity
package import GroveSystem

/// What a client asks. Origins are not in here: an app's requests concern the origin it stated when
/// it connected.
package enum AgentRequest: Codable, Sendable, Redacted {
  // An app (MessagingSystem)
  /// From now on this connection answers actions.
  case register
  case unregister
  /// Conversations a sheet suggests. Content stays with the app until it is staged.
  case suggestions(metadata: CollaborationMetadata?)
  case highlights
  case highlightsNow
  case highlightForLink(String)
  case highlightFor(CollaborationID)
  case conversation(CollaborationID)
  case proof(CollaborationID, data: Base64URLBytes, refused: [RootHash])
  case noticeAddress(CollaborationID, pushKey: PublicKey)
  case postNotice(NoticePost, CollaborationID)
  case clearNotices(CollaborationID)
  case retractNotices(CollaborationID)
  // Both
  case stage(ShareSheet)
  // The person (PersonSystem)
  case conversationSummaries
  case recipient(handle: String)
  case members(ConversationID)
  case drafts
  case update(Draft)
  case discardDraft(RequestID)
  case send(RequestID)
  case cancelShare(RequestID)
  case message(String, ConversationID)
  // The person, about devices (AccessSystem)
  case accessRenewals
  case renewAccess(AccountID, CollaborationKey)
  case letsDevicesIn
  case setLetsDevicesIn(Bool)
  // The person, about the agent
  /// This connection can show the person who is asked whether an app account is meant.
  case answerConfirmations(Bool)
  case status
  case stop
  case forget(Origin)
  case command(AgentCommand)

  /// Whether it may be asked again when the connection broke before the answer: it only looks, or comes
  /// to the same.
  package var isRepeatable: Bool {
    switch self {
    case .suggestions, .highlights, .highlightsNow, .highlightForLink, .highlightFor,
      .conversation, .proof, .noticeAddress, .conversationSummaries, .recipient, .members, .drafts,
      .accessRenewals, .letsDevicesIn, .setLetsDevicesIn, .status:
      true
    default: false
    }
  }
}

/// A command of the command line that the agent carries out, because it holds the device.
package struct AgentCommand: Codable, Sendable, Redacted {
  /// Without the program's own name.
  package var arguments: [String]
  /// Where relative paths begin.
  package var directory: String
  /// Settings that the person gave outside of the arguments; names beginning with GROVE_ only.
  package var environment: [String: String]

  package init(arguments: [String], directory: String, environment: [String: String]) {
    self.arguments = arguments
    self.directory = directory
    self.environment = environment
  }
}
