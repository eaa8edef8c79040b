public import GroveIdentity
public import GroveMessage

/// A sign-up whose own signatures have been checked; what is left needs the database.
public struct VerifiedSignUp: Sendable {
  let handle: Handle
  let name: String
  let record: SignedStatement
  let genesis: AccountStatement
  let kemKey: KEMKeyEntry
  /// Milliseconds.
  let receivedAt: UInt64

  /// Protocol 3.4–3.6: a genesis statement, and a KEM key of the device that signed it.
  public init(
    handle: String, name: String, statement: SignedStatement, kemKey: SignedKEMKey, now: UInt64,
    limits: RelayLimits
  ) throws(RelayRefusal) {
    self.handle = try Handle(handle)
    try DisplayText.check(name, 1...128, "name")
    self.name = name
    do {
      genesis = try StatementChain(genesis: statement).newest
    } catch {
      throw RelayRefusal(.statementRefused, error.rawValue)
    }
    record = statement
    receivedAt = now
    self.kemKey = try KEMKeyEntry(verifying: kemKey, in: genesis, now: now, limits: limits)
    guard case .device(self.kemKey.owner.device) = statement.signer else {
      throw RelayRefusal(.kemKeyRefused, "not_the_signers")
    }
  }

  /// The account that would be made: the genesis statement's hash.
  public var accountID: AccountID { genesis.accountID }
}
