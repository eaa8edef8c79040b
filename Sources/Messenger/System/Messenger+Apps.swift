public import GroveIdentity
import GroveMessage
public import GroveSystem
import MessengerDomain

extension Messenger {
  public func register(_ app: any CollaborationApp) {
    sharing.register(app)
    // It may have been waited for.
    hub.publish([.sharing(.workPending)])
  }

  public func unregister(_ origin: Origin) { sharing.unregister(origin) }

  /// Whom to ask before this device signs for an app account (protocol 8.3). While nobody is set,
  /// the answer is no.
  public func setAccountConfirmation(_ confirm: ConfirmAccount?) { sharing.setConfirm(confirm) }

  /// How long an app may take for one action; 30 seconds unless set.
  public func setActionTimeLimit(seconds: Int) { sharing.setTimeLimit(seconds) }

  /// Allows or forbids raw proofs for an audience (protocol 8.8). Off unless somebody turned it on.
  public func setRawProofs(allowed: Bool, for audience: Origin) async throws(MessengerError) {
    let record = ProofRules.RawProofsAllowed(audience: audience)
    try await commitSharing { _ in
      SharingDecision((), changes: [allowed ? try .put(record) : .delete(record)])
    }
  }

  public func shareSheet(for content: SharedContent, from app: any CollaborationApp)
    async throws(MessengerError) -> ShareSheet?
  {
    let origin = app.origin
    let suggested = try await look { reader in
      let candidates = try reader.conversations().filter {
        $0.state == .active && $0.requestedBy == nil && $0.members.count > 1
      }.map {
        let shared = try MembershipRules.shared(in: $0.conversationID, reader)
        return SuggestedConversations.Candidate(
          conversationID: $0.conversationID, lastActivity: $0.lastActivityAt,
          collaborations: shared.count { $0.collaboration.audience == origin })
      }
      return SuggestedConversations.best(candidates)
    }
    return ShareSheet(
      origin: origin, appName: app.name, metadata: content.metadata, file: content.file,
      image: content.image, suggestedConversations: suggested)
  }

  /// Chooses a conversation in a sheet: its people are the recipients.
  public func choose(_ conversation: ConversationID, in sheet: inout ShareSheet)
    async throws(MessengerError)
  {
    let members = try await self.conversation(conversation).members
    sheet.choose(conversation, members: members.filter { $0 != accountID })
  }

  public func stage(_ sheet: ShareSheet) async throws(MessengerError) -> Draft {
    let draft = sheet.draft(draftID: fresh(RequestID.self), createdAt: now)
    try await commitSharing { _ in try DraftRules.stage(draft) }
    return draft
  }
}
