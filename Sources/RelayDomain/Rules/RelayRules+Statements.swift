public import GroveIdentity
public import GroveMessage

extension RelayRules {
  /// The next statement of the caller's account (protocol 3.5), with a KEM key for a device in it.
  public static func publish(
    _ record: SignedStatement, kemKey: SignedKEMKey?, by caller: DeviceAddress, now: UInt64,
    limits: RelayLimits, in reader: any RelayReader
  ) throws -> RelayAnswer<StatementReference> {
    try decide {
      try reader.requireListed(caller)
      return try publish(
        record, kemKey: kemKey, account: caller.account, now: now, limits: limits, in: reader)
    }
  }

  /// A statement signed with the recovery key: the signature is the credential (protocol 11.6).
  public static func publishRecovery(
    _ record: SignedStatement, kemKey: SignedKEMKey?, account: AccountID, now: UInt64,
    limits: RelayLimits, in reader: any RelayReader
  ) throws -> RelayAnswer<StatementReference> {
    try decide {
      guard record.signer == .recovery else {
        throw RelayRefusal(.statementRefused, "not_signed_by_recovery_key")
      }
      return try publish(
        record, kemKey: kemKey, account: account, now: now, limits: limits, in: reader)
    }
  }

  private static func publish(
    _ record: SignedStatement, kemKey: SignedKEMKey?, account id: AccountID, now: UInt64,
    limits: RelayLimits, in reader: any RelayReader
  ) throws -> (StatementReference, [RelayChange]) {
    guard let account = try reader.account(id) else { throw RelayRefusal(.notFound) }
    let head = try reader.newestStatement(of: account)
    guard let next = try successor(record, of: head, account: id, in: reader) else {
      // The answer to an earlier upload was lost: the chain has it already.
      return (account.head, [])
    }
    var changes: [RelayChange] = [.appendStatement(id, next.reference, record)]
    changes += deviceChanges(from: head, to: next, account: id, now: now)
    if let kemKey {
      let entry = try KEMKeyEntry(verifying: kemKey, in: next, now: now, limits: limits)
      changes += try insertion(of: entry, now: now, limits: limits, in: reader)
    }
    let told = try reader.contacts(of: id).sorted()
    // Whom it does not reach is told that something did not: its device asks again in time.
    let mail = EventDelivery(by: id, now: now, limits: limits)
    let (reached, full) = try mail.split(reader.addresses(of: told), in: reader)
    let own = next.devices.map { DeviceAddress(account: id, device: $0.deviceID) }
    changes.append(.deliver(.account(id, seq: next.seq), to: reached + own, at: now))
    if !full.isEmpty { changes.append(.deliver(.gap(entries: 0), to: full, at: now)) }
    return (next.reference, changes)
  }

  /// The verified next statement; nil where the chain has exactly this one already.
  private static func successor(
    _ record: SignedStatement, of head: AccountStatement, account: AccountID,
    in reader: any RelayReader
  ) throws -> AccountStatement? {
    do {
      let offered = try record.unverifiedStatement()
      guard offered.seq <= head.seq else { return try record.verified(after: head, of: account) }
      let known = try reader.storedStatement(of: account, seq: offered.seq)
      if known.hash == offered.hash { return nil }
      guard offered.seq > 0 else { throw StatementRefusal.accountMismatch }
      let previous = try reader.storedStatement(of: account, seq: offered.seq - 1)
      _ = try record.verified(after: previous, of: account)
      throw RelayRefusal(.statementFork)
    } catch let refusal as StatementRefusal {
      throw RelayRefusal(.statementRefused, refusal.rawValue)
    }
  }

  private static func deviceChanges(
    from head: AccountStatement, to next: AccountStatement, account: AccountID, now: UInt64
  ) -> [RelayChange] {
    let before = Set(head.devices.map(\.deviceID))
    let after = Set(next.devices.map(\.deviceID))
    let removed = before.subtracting(after).sorted().map {
      RelayChange.removeDevice(DeviceAddress(account: account, device: $0))
    }
    let added = next.devices.filter { !before.contains($0.deviceID) }.flatMap {
      device -> [RelayChange] in
      let address = DeviceAddress(account: account, device: device.deviceID)
      return [
        .insertDevice(address, identityKey: device.identityKey), .sawDevice(address, at: now),
      ]
    }
    return removed + added
  }
}
