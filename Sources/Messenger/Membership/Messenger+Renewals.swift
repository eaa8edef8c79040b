public import GroveIdentity
import GroveMessage
public import GroveSystem
import MessengerDomain

extension Messenger {
  /// Participants whose devices changed since their identity was made (protocol 12.2).
  public func identityRenewals() async throws(MessengerError) -> [IdentityRenewal] {
    try await look { reader in
      try MembershipRules.renewals(reader: reader) { try reader.account($0)?.chain }
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
    let renewals = try await identityRenewals().filter {
      $0.collaboration == collaboration && (account == nil || $0.account == account)
    }
    var outcome: ShareOutcome?
    for (conversation, group) in Dictionary(grouping: renewals, by: \.conversationID) {
      outcome = try await renew(group, in: conversation) ?? outcome
    }
    return outcome
  }

  /// A device that was removed could still prove: that is mended without asking. One that was added
  /// waits until somebody asks.
  func renewIdentities() async throws(MessengerError) {
    guard try await !look({ try $0.records(MembershipRules.ChangedDevices.self) }).isEmpty else {
      return
    }
    let removed = try await identityRenewals().filter { $0.reason == .deviceRemoved }
    let groups = Dictionary(grouping: removed) {
      [$0.conversationID.bytes, $0.collaboration.bytes]
    }
    var isDone = true
    for group in groups.values {
      guard let first = group.first, sharing.app(first.collaboration.audience) != nil else {
        isDone = false
        continue
      }
      if case .sent = try await renew(group, in: first.conversationID) { continue }
      isDone = false
    }
    guard isDone else { return }
    try await commitSharing { reader in
      SharingDecision(
        (),
        changes: try reader.records(MembershipRules.ChangedDevices.self)
          .map { SharingChange.delete($0) })
    }
  }

  /// - Parameter group: of one collaboration in one conversation.
  private func renew(_ group: [IdentityRenewal], in conversation: ConversationID)
    async throws(MessengerError) -> ShareOutcome?
  {
    guard let collaboration = group.first?.collaboration else { return nil }
    let procedureID = fresh(RequestID.self)
    let messageID = fresh(MessageID.self)
    let old = Dictionary(group.map { ($0.account, $0.root) }) { _, last in last }
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
