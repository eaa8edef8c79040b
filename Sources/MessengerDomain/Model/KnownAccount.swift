package import GroveIdentity
package import GroveMessage

/// What this device knows of an account: a verified chain that never goes backwards (protocol 11.1)
/// and the keys its devices can be written to with.
package struct KnownAccount: Sendable {
  package var accountID: AccountID { chain.accountID }
  /// The relay's word (protocol 11.3).
  package var handle: String
  /// As the account calls itself; the relay's word.
  package var name: String
  package var chain: StatementChain
  /// As last looked up, unverified; `KEMKeySelection` verifies what it takes.
  package var kemKeys: [SignedKEMKey]
  /// When the relay was last asked.
  package var refreshedAt: UInt64
  /// Somebody named a statement up to this number that the chain does not have yet.
  package var wantedSeq: UInt64?

  package init(
    handle: String, name: String, chain: StatementChain, kemKeys: [SignedKEMKey],
    refreshedAt: UInt64, wantedSeq: UInt64? = nil
  ) {
    self.handle = handle
    self.name = name
    self.chain = chain
    self.kemKeys = kemKeys
    self.refreshedAt = refreshedAt
    self.wantedSeq = wantedSeq
  }

  package var pin: StatementPin { StatementPin(chain) }

  /// A lookup this old is repeated before sealing: others' new KEM keys become known, although the
  /// old ones stay usable much longer.
  package static let freshFor: UInt64 = 12 * 3_600_000

  package func isStale(at now: UInt64) -> Bool {
    if let wantedSeq, wantedSeq > chain.newest.seq { return true }
    return now < refreshedAt || now - refreshedAt > Self.freshFor
  }
}
