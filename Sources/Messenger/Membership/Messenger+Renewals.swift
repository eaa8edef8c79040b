public import GroveIdentity
import GroveMessage
public import GroveSystem
import MessengerDomain

extension Messenger {
  /// Participants whose devices changed since their identity was made (protocol 12.2). Whoever is in the conversation no
  /// more, and was left the document, cannot be sent another identity there, so nobody is asked about it; that of a device
  /// that was removed goes all the same.
  public func identityRenewals() async throws(MessengerError) -> [IdentityRenewal] {
    try await look { reader in
      try MembershipRules.renewals(in: reader).filter {
        try $0.reason == .deviceRemoved
          || reader.conversation($0.conversationID)?.members.contains($0.account) == true
      }
    }
  }

  /// Gives participants of a collaboration new identities for the devices they have now. Access that
  /// was granted moves with them.
  ///
  /// - Parameter account: nil for everybody whose devices changed.
  /// - Returns: nil where nobody's have.
  public func renewIdentities(of account: AccountID? = nil, in collaboration: CollaborationKey)
    async throws(MessengerError) -> ShareOutcome?
  {
    try await refreshParticipants(of: collaboration, only: account)
    var (outcome, before): (ShareOutcome?, Int) = (nil, .max)
    // One update replaces one identity of each account: who was given further ones in a conversation has them all
    // renewed.
    while true {
      let due = try await identityRenewals().filter {
        $0.collaboration == collaboration && (account == nil || $0.account == account)
      }
      guard !due.isEmpty, due.count < before else { return outcome }
      before = due.count
      var areAllSent = true
      for (conversation, group) in Dictionary(grouping: due, by: \.conversationID) {
        let one = try await renew(group, in: conversation)
        outcome = one ?? outcome
        areAllSent = areAllSent && one == .sent
      }
      guard areAllSent else { return outcome }
    }
  }

  /// What is mended without asking, where the app is here.
  /// - Returns: whether something failed that may succeed later: a device that is just being added has no keys yet.
  func renewIdentities() async throws(MessengerError) -> Bool {
    guard try await !look({ try $0.records(MembershipRules.ChangedDevices.self) }).isEmpty else {
      return false
    }
    let due = try await look {
      try MembershipRules.renewedUnasked(MembershipRules.renewals(in: $0), in: $0)
    }
    let groups = Dictionary(grouping: due) {
      [$0.conversationID.bytes, $0.collaboration.bytes]
    }
    var isToBeTriedAgain = false
    for group in groups.values {
      guard let first = group.first, sharing.app(first.collaboration.audience) != nil else {
        continue
      }
      if case .failed = try await renew(group, in: first.conversationID) { isToBeTriedAgain = true }
    }
    try await commitSharing { try MembershipRules.forgetRenewed(in: $0) }
    return isToBeTriedAgain
  }

  /// - Parameter group: of one collaboration in one conversation.
  private func renew(_ group: [IdentityRenewal], in conversation: ConversationID)
    async throws(MessengerError) -> ShareOutcome?
  {
    guard let collaboration = group.first?.collaboration else { return nil }
    let procedureID = fresh(RequestID.self)
    let messageID = fresh(MessageID.self)
    let old = group.map { IdentityMapEntry(account: $0.account, root: $0.root) }
    let job = try await commitSharing {
      try ShareJob.renew(
        old, of: collaboration, in: conversation, procedureID: procedureID, messageID: messageID,
        reader: $0)
    }
    guard let job else { return nil }
    return try await run(job, .begin)
  }

  /// Asks the relay for the participants' newest device lists.
  private func refreshParticipants(of collaboration: CollaborationKey, only account: AccountID?)
    async throws(MessengerError)
  {
    let accounts = try await look { reader in
      try reader.records(SharedCollaboration.self)
        .filter { $0.collaboration == collaboration }.flatMap(\.accounts)
    }
    for participant in Set(accounts) where account == nil || participant == account {
      _ = try await refreshed(participant)
    }
  }
}
