package import GroveIdentity
package import GroveMessage
package import GroveSystem

/// Which shares and changes may begin. One transaction decides that it is the only one.
extension ShareJob {
  /// The job that sends a draft.
  /// - Returns: nil where there is no such draft, or it is being sent already.
  package static func begin(
    _ draft: Draft, in conversation: ConversationID, procedureID: RequestID, messageID: MessageID,
    myAccount: AccountID, reader: any MessengerReader
  ) throws -> SharingDecision<ShareJob?> {
    guard try DraftRules.isAtRest(draft.draftID, in: reader), let metadata = draft.metadata else {
      return SharingDecision(nil)
    }
    let members = try reader.conversation(conversation)?.members ?? []
    let job = ShareJob(
      procedure: ShareProcedure(
        procedureID: procedureID, purpose: .share, origin: draft.origin,
        participants: Set(members).union([myAccount]).sorted()),
      draftID: draft.draftID, conversationID: conversation, metadata: metadata,
      messageID: messageID)
    var cleared = draft
    cleared.failure = nil
    cleared.conversation = conversation
    return SharingDecision(job, changes: [try .put(job), try .put(cleared)])
  }

  /// The job for one document of an offer, from what is true now: somebody else may have carried the
  /// offer out.
  package static func begin(
    _ document: MembershipOffer.Document, of offer: MembershipOffer, procedureID: RequestID,
    messageID: MessageID, myAccount: AccountID, reader: any MessengerReader
  ) throws -> SharingDecision<ShareJob?> {
    let key = offer.conversationID.bytes + document.collaboration.bytes
    guard let shared = try reader.record(SharedCollaboration.self, key: key),
      let roster = try reader.conversation(offer.conversationID).map(MembershipRules.Roster.init),
      let now = try MembershipRules.offer(roster, myAccount: myAccount, reader: reader)?
        .documents.first(where: { $0.collaboration == document.collaboration }),
      try !isChanging(shared, in: reader)
    else { return SharingDecision(nil) }
    // Only what the person was shown and what still holds.
    var agreed = MembershipOffer.Document(
      collaboration: now.collaboration, title: now.title,
      gains: now.gains.filter(document.gains.contains),
      loses: now.loses.filter(document.loses.contains))
    agreed.keeps = agreed.loses.filter(document.keeps.contains)
    let procedure = ShareProcedure.membership(
      agreed, shared, beside: try shared.beside(reader), procedureID: procedureID)
    let job = ShareJob(shared, procedure, messageID: messageID)
    return SharingDecision(job, changes: [try .put(job)])
  }

  /// The job that gives participants who are still there new identities.
  ///
  /// - Parameter old: all identities of these accounts that no longer fit their devices.
  package static func renew(
    _ old: [IdentityMapEntry], of collaboration: CollaborationKey,
    in conversation: ConversationID, procedureID: RequestID, messageID: MessageID,
    reader: any MessengerReader
  ) throws -> SharingDecision<ShareJob?> {
    let members = try reader.conversation(conversation)?.members ?? []
    let due = old.filter { members.contains($0.account) }
    let key = conversation.bytes + collaboration.bytes
    guard let shared = try reader.record(SharedCollaboration.self, key: key), !due.isEmpty,
      try !isChanging(shared, in: reader)
    else { return SharingDecision(nil) }
    let procedure = ShareProcedure.renewal(
      of: due, in: shared, standing: try shared.standing(reader), procedureID: procedureID)
    let job = ShareJob(shared, procedure, messageID: messageID)
    return SharingDecision(job, changes: [try .put(job)])
  }

  /// One change of a collaboration at a time: two would not know of each other's roots.
  package static func isChanging(_ shared: SharedCollaboration, in reader: any SharingReader) throws
    -> Bool
  {
    try reader.records(ShareJob.self).contains { $0.sharedKey == shared.key }
  }

  package init(_ shared: SharedCollaboration, _ procedure: ShareProcedure, messageID: MessageID) {
    self.init(
      procedure: procedure, draftID: nil, conversationID: shared.conversationID,
      metadata: shared.metadata, messageID: messageID)
  }
}
