package import GroveIdentity
package import GroveSystem

/// What the agent answers.
package enum AgentAnswer: Codable, Sendable, Redacted {
  case done
  case truth(Bool)
  case conversations([ConversationID])
  case highlights([CollaborationHighlight])
  case highlight(CollaborationHighlight?)
  case conversation(ConversationSummary?)
  case summaries([ConversationSummary])
  case proof(IdentityProof)
  case noProof(ProofRequestRefusal)
  /// Nil where none is handed out.
  case noticeAddress(PushSubscription?)
  case noticePosted([AccountID])
  case noticeRefused(NoticePostRefusal)
  case draft(Draft)
  case drafts([DraftStatus])
  case recipient(Recipient)
  case members([AccountID])
  case outcome(ShareOutcome)
  case renewals([AccessRenewal])
  /// Nil where there was nothing to renew any more.
  case renewed(ShareOutcome?)
  case status(AgentStatus)
  case ended(exitStatus: Int32)
}

/// What the agent asks a client.
package enum ClientQuestion: Codable, Sendable, Redacted {
  case start(StartCollaborationAction)
  case updateParticipants(UpdateParticipantsAction)
  case shareCancelled(ShareCancellation)
  /// Whether an app account is meant: asked of a person's connection.
  case confirm(AccountConfirmation)
  /// A question of a command that runs in the agent.
  case prompt(command: Int, text: String, kind: PromptKind)
}

/// How a command's question is put.
package enum PromptKind: String, Codable, Sendable {
  /// Yes or no; the answer is "y" or "".
  case confirm
  /// A password, which is not shown.
  case password
}

/// A client's answer.
package enum ClientAnswer: Codable, Sendable, Redacted {
  case start(StartCollaborationAnswer)
  case action(CollaborationActionAnswer)
  case confirmed(Bool)
  case text(String)
}
