public import GroveIdentity
public import GroveSystem
import MessengerDomain

extension Messenger: AccessSystem {
  public func accessRenewals() async throws(MessengerError) -> [AccessRenewal] {
    let due = try await identityRenewals()
    return try await look { reader in
      try due.compactMap { renewal in
        guard let account = try reader.account(renewal.account) else { return nil }
        return AccessRenewal(
          person: Recipient(
            account: account.accountID, handle: account.handle, name: account.name),
          collaboration: renewal.collaboration, title: renewal.title,
          conversationID: renewal.conversationID, reason: renewal.reason, since: renewal.since,
          isAlarmed: renewal.isAlarmed)
      }
    }
  }

  public func renewAccess(of person: AccountID, in collaboration: CollaborationKey)
    async throws(MessengerError) -> ShareOutcome?
  {
    try await renewIdentities(of: person, in: collaboration)
  }

  public func letsDevicesIn() async throws(MessengerError) -> Bool {
    try await look { try MembershipRules.letsDevicesIn($0) }
  }

  /// `sync()` lets those in that wait already, and `run()` by itself.
  public func setLetsDevicesIn(_ isWanted: Bool) async throws(MessengerError) {
    try await commitSharing { try MembershipRules.chooseToLetIn(isWanted, in: $0) }
  }
}
