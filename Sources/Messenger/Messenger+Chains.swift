import GroveClient
import GroveIdentity
import GroveMessage
import GroveSystem
import GroveWire
import MessengerDomain

extension Messenger {
  /// The verified chain of an account.
  ///
  /// - Parameter refresh: asks the relay even where the chain is known and looks fresh.
  /// - Throws: `contactUnknown`, `deviceListInvalid`, `relayUnreachable`.
  func chain(of account: AccountID, refresh: Bool) async throws(MessengerError) -> StatementChain {
    try await known(account, refresh: refresh).chain
  }

  /// The same with names and KEM keys.
  func known(_ account: AccountID, refresh: Bool = false) async throws(MessengerError)
    -> KnownAccount
  {
    let now = now
    if !refresh, let known = try await look({ try $0.account(account) }), !known.isStale(at: now) {
      return known
    }
    return try await refreshed(account)
  }

  /// Asks the relay and takes over what joins the known history (protocol 11.1).
  func refreshed(_ account: AccountID) async throws(MessengerError) -> KnownAccount {
    let known = try await look { try $0.account(account) }
    let wanted = known?.wantedSeq ?? 0
    var adoption = try await adopt(account, from: known?.chain.newest.seq ?? 0, wanted: wanted)
    if case .wholeChainNeeded = adoption {
      adoption = try await adopt(account, from: 0, wanted: wanted)
    }
    switch adoption {
    case .adopted(let account): return account
    case .contradicted, .invalid, .wholeChainNeeded:
      throw MessengerError(.deviceListInvalid)
    }
  }

  private func adopt(_ account: AccountID, from seq: UInt64, wanted: UInt64 = .max)
    async throws(MessengerError) -> ChainRules.Adoption
  {
    let answer: RelayAccount
    do {
      answer = try await ask { relay throws(ClientError) in
        try await relay.lookUp(account: account, from: seq)
      }
    } catch  where error.problem == .notFound {
      throw MessengerError(.contactUnknown)
    }
    let rules = chainRules(account, wanted: wanted)
    return try await commit { try rules.adopt(answer, from: seq, in: $0) }
  }

  private func chainRules(_ account: AccountID, wanted: UInt64 = .max) -> ChainRules {
    ChainRules(
      accountID: account, myAccountID: accountID, now: now, wantedSeq: wanted,
      devicesChanged: hooks.devicesChanged)
  }

  /// This account's own chain, as it is stored here.
  func ownAccount() async throws(MessengerError) -> KnownAccount {
    let accountID = accountID
    if let own = try await look({ try $0.account(accountID) }) { return own }
    // Killed between the relay's answer and the first commit: the relay knows.
    return try await refreshed(accountID)
  }

  /// The answer of the request that made or changed this account.
  func adoptOwnAccount(_ answer: RelayAccount) async throws(MessengerError) {
    let rules = chainRules(accountID)
    let adoption = try await commit { try rules.adopt(answer, from: 0, in: $0) }
    guard case .adopted = adoption else { throw MessengerError(.deviceListInvalid) }
  }

  /// Accounts somebody named a newer statement of.
  func refreshStaleAccounts() async throws(MessengerError) {
    for account in try await look({ try $0.staleAccounts() }) {
      do {
        _ = try await refreshed(account)
      } catch  where !error.isTemporary && error.code != .deviceRemoved {
        // The alarm is stored; one bad list must not stop the others.
        continue
      }
    }
  }

  /// Once a day, this account as a stranger sees it: from its first statement (protocol 11.2).
  func checkOwnAccount() async throws(MessengerError) {
    let now = now
    let last = try await look { try $0.counter(.ownCheckAt) }
    if let last, now >= last, now - last < 24 * 3_600_000 { return }
    _ = try await adopt(accountID, from: 0)
    try await write { _ in [.set(.ownCheckAt, now)] }
  }
}
