public import GroveIdentity
import GroveMessage
public import GroveSystem

extension Messenger {
  /// Plans for conversations whose people changed: what updating the documents would mean.
  public func membershipOffers() async throws(MessengerError) -> [MembershipOffer] {
    let myAccount = accountID
    return try await look { reader in
      try reader.conversations().compactMap {
        try MembershipRules.offer(
          MembershipRules.Roster($0), myAccount: myAccount, reader: reader)
      }
    }
  }

  /// The person consents to an offer: identities are added and removed, the people who joined are
  /// invited, the others told.
  ///
  /// - Returns: what became of each document. A document that failed stays on offer.
  public func apply(_ offer: MembershipOffer) async throws(MessengerError)
    -> [CollaborationKey: ShareOutcome]
  {
    var outcomes: [CollaborationKey: ShareOutcome] = [:]
    for document in offer.documents {
      guard let job = try await begin(document, of: offer) else { continue }
      outcomes[document.collaboration] = try await run(job, .begin)
    }
    return outcomes
  }

  /// Not now: the offer comes back when the conversation changes again.
  public func dismiss(_ offer: MembershipOffer) async throws(MessengerError) {
    let dismissal = MembershipRules.Dismissal(
      conversationID: offer.conversationID, version: DecimalUInt64(offer.version))
    try await commitSharing { _ in
      SharingDecision(
        (),
        changes: [
          try .put(dismissal),
          .delete(kind: MembershipRules.Offered.kind, key: offer.conversationID.bytes),
        ])
    }
  }

  /// Who takes part in a collaboration, as far as this device is told.
  public func participants(of collaboration: CollaborationKey) async throws(MessengerError)
    -> Set<AccountID>
  {
    try await look { try KnownParticipants(collaboration, reader: $0).accounts }
  }

  /// A job for one document, from what is true now: somebody else may have carried the offer out.
  private func begin(_ document: MembershipOffer.Document, of offer: MembershipOffer)
    async throws(MessengerError) -> ShareJob?
  {
    let procedureID = fresh(RequestID.self)
    let messageID = fresh(MessageID.self)
    let myAccount = accountID
    return try await commitSharing { reader in
      let key = offer.conversationID.bytes + document.collaboration.bytes
      guard let shared = try reader.record(SharedCollaboration.self, key: key),
        let roster = try reader.conversation(offer.conversationID).map(MembershipRules.Roster.init),
        let now = try MembershipRules.offer(roster, myAccount: myAccount, reader: reader)?
          .documents.first(where: { $0.collaboration == document.collaboration }),
        try !Self.isChanging(shared, in: reader)
      else { return SharingDecision(nil) }
      // Only what the person was shown and what still holds.
      let agreed = MembershipOffer.Document(
        collaboration: now.collaboration, title: now.title,
        gains: now.gains.filter(document.gains.contains),
        loses: now.loses.filter(document.loses.contains))
      let job = ShareJob(
        shared, MembershipRules.procedure(agreed, shared, procedureID: procedureID),
        messageID: messageID)
      return SharingDecision(job, changes: [try .put(job)])
    }
  }

  /// One change of a collaboration at a time: two would not know of each other's roots.
  static func isChanging(_ shared: SharedCollaboration, in reader: any SharingReader) throws
    -> Bool
  {
    try reader.records(ShareJob.self).contains { $0.sharedKey == shared.key }
  }
}

extension MembershipRules.Roster {
  init(_ conversation: ConversationRecord) {
    self.init(
      conversationID: conversation.conversationID, version: conversation.version,
      members: conversation.state == .left ? [] : conversation.members)
  }
}

extension ShareJob {
  init(_ shared: SharedCollaboration, _ procedure: ShareProcedure, messageID: MessageID) {
    self.init(
      procedure: procedure, draftID: nil, conversationID: shared.conversationID,
      metadata: shared.metadata, messageID: messageID)
  }
}
