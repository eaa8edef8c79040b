package import GroveIdentity
package import GroveMessage
package import GroveWire

/// What follows from a device list that went on: before, after, and the rows.
package typealias DevicesChanged =
  @Sendable (StatementChain, StatementChain, any MessengerReader) throws -> [MessengerChange]

/// What the relay's answer about an account means (protocol 11.1): a verified chain goes on or
/// stays; it never goes back, and a second history is an alarm.
package struct ChainRules: Sendable {
  /// What became of the answer.
  package enum Adoption: Sendable {
    case adopted(KnownAccount)
    /// The part that was asked for does not join the chain known here: ask for all of it.
    case wholeChainNeeded
    /// It contradicts what is known. What was known stays, where there was something.
    case contradicted(Alarm.Kind, known: KnownAccount?)
    /// It is another account's, or not a chain, and nothing was known.
    case invalid
  }

  /// Whose list it is.
  package let accountID: AccountID
  /// This device's own account.
  package let myAccountID: AccountID
  package let now: UInt64
  private let wantedSeq: UInt64
  /// What sharing does when the verified list goes on, in the same transaction.
  package let devicesChanged: DevicesChanged

  /// - Parameter wantedSeq: the newest statement that somebody had named when the relay was asked.
  package init(
    accountID: AccountID, myAccountID: AccountID, now: UInt64, wantedSeq: UInt64 = .max,
    devicesChanged: @escaping DevicesChanged
  ) {
    self.wantedSeq = wantedSeq
    self.accountID = accountID
    self.myAccountID = myAccountID
    self.now = now
    self.devicesChanged = devicesChanged
  }

  /// - Parameter from: the sequence number the relay was asked to begin with.
  package func adopt(_ answer: RelayAccount, from: UInt64, in reader: any MessengerReader) throws
    -> MessengerDecision<Adoption>
  {
    guard let known = try reader.account(accountID) else { return try first(answer, reader) }
    if from > 0 { return try extend(known, with: answer, reader) }
    guard let offered = try? StatementChain(records: answer.statements) else {
      return try contradiction(
        Alarm(.invalidChain, accountID: accountID, raisedAt: now), known, reader)
    }
    switch known.chain.judge(offered: offered) {
    case .same, .advance: return try store(offered, answer, after: known, reader)
    case .behind: return try rolledBack(known, offered.newest.reference, reader)
    case .fork(let evidence):
      return try contradiction(Alarm(evidence, raisedAt: now), known, reader)
    case .otherAccount:
      return try contradiction(
        Alarm(.invalidChain, accountID: accountID, raisedAt: now), known, reader)
    }
  }

  /// First contact: the handle is the relay's word, the chain certifies itself (protocol 11.3).
  private func first(_ answer: RelayAccount, _ reader: any MessengerReader) throws
    -> MessengerDecision<Adoption>
  {
    guard let chain = try? StatementChain(records: answer.statements),
      chain.accountID == accountID
    else { return MessengerDecision(answer: .invalid) }
    let account = KnownAccount(
      handle: answer.handle, name: answer.name, chain: chain, kemKeys: answer.kemKeys,
      refreshedAt: now)
    return MessengerDecision(
      [.storeAccount(StoredAccount(account: account))], answer: .adopted(account))
  }

  /// The answer begins with the newest statement known here.
  private func extend(
    _ known: KnownAccount, with answer: RelayAccount, _ reader: any MessengerReader
  ) throws -> MessengerDecision<Adoption> {
    guard !answer.statements.isEmpty else { return try rolledBack(known, nil, reader) }
    var chain = known.chain
    for record in answer.statements {
      switch chain.append(record) {
      case .appended, .alreadyKnown: continue
      case .forked(let evidence):
        return try contradiction(Alarm(evidence, raisedAt: now), known, reader)
      case .refused: return MessengerDecision(answer: .wholeChainNeeded)
      }
    }
    return try store(chain, answer, after: known, reader)
  }

  private func store(
    _ chain: StatementChain, _ answer: RelayAccount, after known: KnownAccount,
    _ reader: any MessengerReader
  ) throws -> MessengerDecision<Adoption> {
    // Named while the relay was being asked: its answer may be older. What was named before and is not there is not
    // asked for again, or somebody who names what does not exist would have it fetched for ever.
    let wanted = known.wantedSeq.flatMap { $0 > max(wantedSeq, chain.newest.seq) ? $0 : nil }
    // A relay that answers with the record of another account must not rename this one.
    let account = KnownAccount(
      handle: answer.handle, name: answer.name, chain: chain, kemKeys: answer.kemKeys,
      refreshedAt: now, wantedSeq: wanted)
    var changes: [MessengerChange] = [.storeAccount(StoredAccount(account: account))]
    if chain != known.chain {
      changes += try lines(from: known.chain, to: chain, reader)
      changes += try devicesChanged(known.chain, chain, reader)
    }
    return MessengerDecision(changes, answer: .adopted(account))
  }

  /// What contacts are shown (protocol 11.6: a recovery is a security-relevant change). A device
  /// more or less of one's own is no news of any conversation.
  private func lines(
    from before: StatementChain, to after: StatementChain, _ reader: any MessengerReader
  ) throws -> [MessengerChange] {
    let old = Set(before.newest.devices.map(\.deviceID))
    let new = Set(after.newest.devices.map(\.deviceID))
    let isRecovered = after.records.dropFirst(before.records.count)
      .contains { $0.signer == .recovery }
    let kinds: [SecurityLine.Kind] =
      isRecovered
      ? [.recovered]
      : (new.isSubset(of: old) ? [] : [.deviceAdded])
        + (old.isSubset(of: new) ? [] : [.deviceRemoved])
    return try kinds.filter { accountID != myAccountID || $0 == .recovered }.flatMap {
      try AlarmRules.lines($0, accountID, now: now, in: reader)
    }
  }

  private func rolledBack(
    _ known: KnownAccount, _ other: StatementReference?, _ reader: any MessengerReader
  ) throws -> MessengerDecision<Adoption> {
    let alarm = Alarm(
      .rolledBack, accountID: accountID, raisedAt: now, known: known.chain.newest.reference,
      other: other)
    return try contradiction(alarm, known, reader)
  }

  private func contradiction(
    _ alarm: Alarm, _ known: KnownAccount, _ reader: any MessengerReader
  ) throws -> MessengerDecision<Adoption> {
    MessengerDecision(
      try AlarmRules.raise(alarm, now: now, in: reader),
      answer: .contradicted(alarm.kind, known: known))
  }
}
