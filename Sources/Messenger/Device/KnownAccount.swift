import GroveIdentity
import GroveMessage

/// What this device knows of an account: a verified chain that never goes backwards (protocol 11.1)
/// and the keys its devices can be written to with.
struct KnownAccount: Sendable {
  var accountID: AccountID { chain.accountID }
  /// The relay's word (protocol 11.3).
  var handle: String
  /// As the account calls itself; the relay's word.
  var name: String
  var chain: StatementChain
  /// As last looked up, unverified; `KEMKeySelection` verifies what it takes.
  var kemKeys: [SignedKEMKey]
  /// When the relay was last asked.
  var refreshedAt: UInt64
  /// Somebody named a statement up to this number that the chain does not have yet.
  var wantedSeq: UInt64?

  var pin: StatementPin { StatementPin(chain) }

  /// A lookup this old is repeated before sealing: others' new KEM keys become known, although the
  /// old ones stay usable much longer.
  static let freshFor: UInt64 = 12 * 3_600_000

  func isStale(at now: UInt64) -> Bool {
    if let wantedSeq, wantedSeq > chain.newest.seq { return true }
    return now < refreshedAt || now - refreshedAt > Self.freshFor
  }
}
