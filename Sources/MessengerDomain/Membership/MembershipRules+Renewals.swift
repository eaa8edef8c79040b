package import GroveIdentity
package import GroveMessage
import GroveSystem

/// Participants whose identity no longer fits their devices, and who gets a new one without being asked about
/// (protocol 12.2).
extension MembershipRules {
  /// The person chose that added devices are let in without a click; where there is none they did not.
  package struct LetsDevicesIn: SharingRecord, Hashable {
    package static let kind = "lets-devices-in"
    package init() {}
    /// There is one.
    package var key: [UInt8] { [] }
  }

  package static func devicesChanged(_ chain: StatementChain, in reader: any SharingReader) throws
    -> [SharingChange]
  {
    let renewals = try renewals(reader: reader) { $0 == chain.accountID ? chain : nil }
    return renewals.isEmpty ? [] : [try .put(ChangedDevices(account: chain.accountID))]
  }

  /// As this device knows the participants now.
  package static func renewals(in reader: any MessengerReader) throws -> [IdentityRenewal] {
    try renewals(reader: reader, alarmed: Set(reader.alarms().map(\.accountID))) {
      try reader.account($0)?.chain
    }
  }

  /// - Parameters:
  ///   - alarmed: accounts about which an alarm stands.
  ///   - chain: the newest verified chain this device has of an account.
  package static func renewals(
    reader: any SharingReader, alarmed: Set<AccountID> = [],
    chain: (AccountID) throws -> StatementChain?
  ) throws -> [IdentityRenewal] {
    try reader.records(SharedCollaboration.self).flatMap { shared in
      // Of what has ended for everybody nothing is left to be decided.
      guard try DocumentState.isShared(shared.collaboration, in: reader) else {
        return [IdentityRenewal]()
      }
      // What was taken from somebody opens nothing any more: there is nothing in whose place another could come, and
      // whoever was given it again has another.
      return try shared.standing(reader).participants.compactMap { participant in
        guard let used = participant.statement,
          let chain = try chain(participant.account), let then = chain.statement(used),
          let reason = change(from: then, to: chain.newest)
        else { return nil }
        return IdentityRenewal(
          collaboration: shared.collaboration, title: shared.title,
          conversationID: shared.conversationID, account: participant.account,
          root: participant.root, reason: reason, since: chain.newest.issuedAt,
          isAlarmed: alarmed.contains(participant.account))
      }
    }
  }

  /// Those that are renewed without a click: a device that was removed could still prove; one that was added
  /// is let in where the person chose so. Where anything about the account's devices does not fit together
  /// nothing happens by itself: the new device may be somebody else's.
  package static func renewedUnasked(_ found: [IdentityRenewal], in reader: any SharingReader)
    throws -> [IdentityRenewal]
  {
    let letsIn = try letsDevicesIn(reader)
    return found.filter { !$0.isAlarmed && ($0.reason != .deviceAdded || letsIn) }
  }

  package static func letsDevicesIn(_ reader: any SharingReader) throws -> Bool {
    try reader.record(LetsDevicesIn.self, key: LetsDevicesIn().key) != nil
  }

  /// The person's choice. Who waits already is looked at again.
  package static func chooseToLetIn(_ isWanted: Bool, in reader: any MessengerReader) throws
    -> SharingDecision<Void>
  {
    guard isWanted else { return SharingDecision((), changes: [.delete(LetsDevicesIn())]) }
    var accounts: [AccountID] = []
    for renewal in try renewals(in: reader) where !accounts.contains(renewal.account) {
      accounts.append(renewal.account)
    }
    let waiting = try accounts.map { try SharingChange.put(ChangedDevices(account: $0)) }
    return SharingDecision((), changes: [try .put(LetsDevicesIn())] + waiting)
  }

  /// The end of a round of renewals: accounts about which nothing is left to renew unasked are forgotten. A device
  /// list that came while the round was at work has something left, and is looked at in the next.
  package static func forgetRenewed(in reader: any MessengerReader) throws -> SharingDecision<Void>
  {
    let due = Set(try renewedUnasked(renewals(in: reader), in: reader).map(\.account))
    let done = try reader.records(ChangedDevices.self).filter { !due.contains($0.account) }
    return SharingDecision((), changes: done.map { .delete($0) })
  }

  private static func change(from then: AccountStatement, to now: AccountStatement)
    -> AccessRenewal.Reason?
  {
    let before = Set(then.collaborationKeys)
    let after = Set(now.collaborationKeys)
    if !before.isSubset(of: after) {
      return after.isEmpty || !before.isDisjoint(with: after) ? .deviceRemoved : .devicesReplaced
    }
    return after == before ? nil : .deviceAdded
  }
}

extension AccountStatement {
  /// The base keys that get a leaf in an identity (protocol 5.3).
  package var collaborationKeys: [PublicKey] {
    devices.filter { $0.flags.contains(.takesPartInCollaborations) }.map(\.baseKey)
  }
}
