public import GroveIdentity
import GroveMessage
public import GroveSystem
import MessengerDomain

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
    try await documentState(of: collaboration).accounts
  }

  /// A job for one document, from what is true now: somebody else may have carried the offer out.
  private func begin(_ document: MembershipOffer.Document, of offer: MembershipOffer)
    async throws(MessengerError) -> ShareJob?
  {
    let procedureID = fresh(RequestID.self)
    let messageID = fresh(MessageID.self)
    let myAccount = accountID
    return try await commitSharing {
      try ShareJob.begin(
        document, of: offer, procedureID: procedureID, messageID: messageID, myAccount: myAccount,
        reader: $0)
    }
  }
}
