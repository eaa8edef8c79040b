package import GroveIdentity
package import GroveMessage

/// An account that is written to, with a verified key for each of its devices that has one. Made once for a message: the
/// signatures cost as much as the sealing.
package struct RecipientAccount: Sendable {
  package let account: KnownAccount
  package let keys: [DeviceID: KEMKeyRecord]

  package init(_ account: KnownAccount, at now: UInt64) {
    self.account = account
    keys = KEMKeySelection.newest(of: account.kemKeys, in: account.chain, at: now)
  }

  /// Whether the account can be sealed to as it is known: every device of its newest statement has a usable key here.
  /// Where not, the relay is asked first.
  ///
  /// - Parameter device: this one, which gets no envelope.
  package func isReachable(except device: DeviceID) -> Bool {
    account.chain.newest.devices.allSatisfy { $0.deviceID == device || keys[$0.deviceID] != nil }
  }
}
