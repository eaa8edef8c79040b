import GroveIdentity
import GroveMessage
import GroveTesting
import Testing

/// P10: a chain is accepted iff protocol 3.5 and 3.5.1 hold, and each fault has its own reason.
@Suite struct StatementChainTests {
  let one: TestDevice
  let two: TestDevice
  let onlooker: TestDevice
  let account: TestAccount
  let recovery: SigningKey

  init() throws {
    one = try TestDevice("one")
    two = try TestDevice("two")
    onlooker = try TestDevice("onlooker", flags: .takesPartInCollaborations)
    recovery = try SigningKey(scalar: [UInt8](repeating: 7, count: 32))
    account = try TestAccount([one, onlooker], recoveryKey: recovery.publicKey)
  }

  private func refusal(_ record: SignedStatement) -> StatementRefusal? {
    var chain = account.chain
    let refusal = chain.append(record).refusal
    if refusal != nil { #expect(chain == account.chain, "a refused record changes nothing") }
    return refusal
  }

  private func next(
    _ change: (inout Parts) throws -> Void = { _ in }
  ) throws -> SignedStatement {
    var parts = Parts(account.chain.newest, [one, onlooker, two])
    try change(&parts)
    return try parts.sign(by: one, possession: [two])
  }

  /// The members of a next statement, to be bent.
  struct Parts {
    var accountID: AccountID
    var seq: UInt64
    var prevHash: StatementHash
    var issuedAt: UInt64
    var recoveryKey: PublicKey?
    var devices: [DeviceEntry]

    init(_ newest: AccountStatement, _ devices: [TestDevice]) {
      accountID = newest.accountID
      seq = newest.seq + 1
      prevHash = newest.hash
      issuedAt = newest.issuedAt
      recoveryKey = newest.recoveryKey
      self.devices = devices.map(\.entry)
    }

    func sign(by signer: TestDevice, possession: [TestDevice]) throws -> SignedStatement {
      let statement = try AccountStatement(
        accountID: accountID, seq: seq, prevHash: prevHash, issuedAt: issuedAt,
        recoveryKey: recoveryKey, devices: devices)
      return try SignedStatement(
        statement, signedBy: .device(signer.identityKey),
        possession: possession.map {
          try .init(
            entry: $0.entry, accountID: accountID, prevHash: prevHash, signedBy: $0.identityKey)
        })
    }
  }

  @Test func `a valid next statement becomes the newest`() throws {
    var chain = account.chain
    #expect(try chain.append(next()) == .appended)
    #expect(chain.newest.seq == 2)
    #expect(chain.newest.device(two.id) == two.entry)
    #expect(chain.accountID == account.id)
    #expect(chain.records.count == 3)
    #expect(chain.statement(1)?.hash == chain.newest.prevHash)
    #expect(chain.statement(3) == nil)
    #expect(chain.statement(.max) == nil)
    #expect(chain.statement(seq: 2, hash: chain.newestHash) == chain.newest)
    #expect(chain.statement(seq: 1, hash: chain.newestHash) == nil)
  }

  @Test func `the kept records make the same chain anywhere else`() throws {
    let chain = try account.chain.appending(next()).get()
    let json = try StrictJSON.encode(chain.records)
    let records = try StrictJSON.decode([SignedStatement].self, from: json)
    #expect(try StatementChain(records: records) == chain)
  }

  @Test func `a record known already changes nothing`() throws {
    var chain = account.chain
    #expect(chain.append(account.chain.newestRecord) == .alreadyKnown)
    #expect(chain.append(account.chain.records[0]) == .alreadyKnown)
    #expect(chain.records.count == 2)
  }

  @Test func `a skipped number is refused`() throws {
    #expect(try refusal(next { $0.seq += 1 }) == .sequenceSkipped)
    #expect(try refusal(next { $0.seq = .max }) == .sequenceSkipped)
  }

  @Test func `a statement of another account is refused`() throws {
    let other = try TestAccount("other")
    #expect(try refusal(next { $0.accountID = other.id }) == .accountMismatch)
    #expect(refusal(other.chain.records[0]) == .accountMismatch)
  }

  @Test func `a statement that does not continue the newest is refused`() throws {
    #expect(
      try refusal(next { $0.prevHash = account.chain.statements[0].hash }) == .previousHashMismatch)
  }

  @Test func `a statement issued before the previous one is refused`() throws {
    #expect(try refusal(next { $0.issuedAt -= 1 }) == .issuedEarlier)
  }

  @Test func `a signer who is not in the previous statement is refused`() throws {
    let parts = Parts(account.chain.newest, [one, onlooker, two])
    #expect(try refusal(parts.sign(by: two, possession: [two])) == .signerUnknown)
  }

  @Test func `a signer who may not change the list is refused`() throws {
    let parts = Parts(account.chain.newest, [one, onlooker, two])
    #expect(try refusal(parts.sign(by: onlooker, possession: [two])) == .signerNotManager)
  }

  @Test func `a removed signer is refused`() throws {
    var changed = account
    let manager = try TestDevice("two")
    try changed.change(to: [one, onlooker, manager])
    try changed.change(to: [one, onlooker])
    let parts = Parts(changed.chain.newest, [one, onlooker, manager])
    let record = try parts.sign(by: manager, possession: [manager])
    #expect(changed.chain.appending(record) == .failure(.signerUnknown))
  }

  @Test func `a signature of another key, length or statement is refused`() throws {
    var record = try next()
    record.signature = Base64URLBytes(record.signature.bytes.dropLast())
    #expect(refusal(record) == .signatureInvalid)
    record.signature = try next { $0.issuedAt += 1 }.signature
    #expect(refusal(record) == .signatureInvalid)
    record.signature = Base64URLBytes([UInt8](repeating: 0, count: 64))
    #expect(refusal(record) == .signatureInvalid)
  }

  @Test func `the recovery key may drop every device`() throws {
    let record = try SignedStatement.next(
      after: account.chain.newest, issuedAt: TestAccount.t0 + 1, recoveryKey: recovery.publicKey,
      devices: [two.entry], signedBy: .recovery(recovery),
      possession: [two.possession(after: account.chain.newest)])
    let chain = try account.chain.appending(record).get()
    #expect(chain.newest.devices == [two.entry])
  }

  @Test func `a recovery signature without a recovery key, or by another key, is refused`() throws {
    let bare = try TestAccount([one])
    let record = try SignedStatement.next(
      after: bare.chain.newest, issuedAt: 0, recoveryKey: nil, devices: [one.entry],
      signedBy: .recovery(recovery), possession: [])
    #expect(bare.chain.appending(record) == .failure(.recoveryKeyAbsent))
    let wrong = try SignedStatement.next(
      after: account.chain.newest, issuedAt: 0, recoveryKey: nil, devices: [one.entry],
      signedBy: .recovery(one.identityKey), possession: [])
    #expect(refusal(wrong) == .signatureInvalid)
  }

  @Test func `a new device without its possession signature is refused`() throws {
    var record = try next()
    record.possession = []
    #expect(refusal(record) == .possessionMissing)
  }

  @Test func `a replaced base key needs a possession signature`() throws {
    let replaced = DeviceEntry(
      flags: one.flags, identityKey: one.identityKey.publicKey, baseKey: two.baseKey.publicKey)
    let previous = account.chain.newest
    let record = try SignedStatement.next(
      after: previous, issuedAt: 0, recoveryKey: nil, devices: [replaced],
      signedBy: .device(one.identityKey), possession: [])
    #expect(refusal(record) == .possessionMissing)
    var signed = record
    signed.possession = [
      try .init(
        entry: replaced, accountID: account.id, prevHash: previous.hash,
        signedBy: one.identityKey)
    ]
    #expect(refusal(signed) == nil)
  }

  @Test func `a change of flags needs no possession signature`() throws {
    let changed = DeviceEntry(
      flags: .mayChangeDeviceList, identityKey: one.identityKey.publicKey,
      baseKey: one.baseKey.publicKey)
    let record = try SignedStatement.next(
      after: account.chain.newest, issuedAt: 0, recoveryKey: nil, devices: [changed],
      signedBy: .device(one.identityKey), possession: [])
    #expect(refusal(record) == nil)
  }

  @Test func `a possession signature nobody asked for, or given twice, is refused`() throws {
    var record = try next()
    record.possession.append(try one.possession(after: account.chain.newest))
    #expect(refusal(record) == .possessionUnexpected)
    record.possession = [record.possession[0], record.possession[0]]
    #expect(refusal(record) == .possessionUnexpected)
  }

  @Test func `a possession signature for another account or another point is refused`() throws {
    var record = try next()
    record.possession = [try two.possession(after: account.chain.statements[0])]
    #expect(refusal(record) == .possessionInvalid)
    record.possession = [try two.possession(after: TestAccount("other").chain.newest)]
    #expect(refusal(record) == .possessionInvalid)
  }

  @Test func `two valid statements with one number are a fork with both as evidence`() throws {
    var chain = account.chain
    let first = try next()
    let second = try next { $0.issuedAt += 5 }
    #expect(chain.append(first) == .appended)
    guard case .forked(let alarm) = chain.append(second) else {
      Issue.record("no fork was seen")
      return
    }
    #expect(alarm.reason == .fork && alarm.accountID == account.id)
    #expect(alarm.knownRecord == first && alarm.otherRecord == second)
    #expect(chain.newestRecord == first)
    #expect(chain.appending(second) == .failure(.fork))
  }

  @Test func `a forgery with a known number is refused and raises no alarm`() throws {
    var chain = account.chain
    #expect(try chain.append(next()) == .appended)
    var forged = try next { $0.issuedAt += 5 }
    forged.signature = Base64URLBytes([UInt8](repeating: 1, count: 64))
    #expect(chain.append(forged) == .refused(.signatureInvalid))
  }

  @Test func `a list of records with a fork, a gap or a repetition is no chain`() throws {
    let first = try next()
    let second = try next { $0.issuedAt += 5 }
    let records = account.chain.records
    #expect(throws: StatementRefusal.fork) {
      try StatementChain(records: records + [first, second])
    }
    #expect(throws: StatementRefusal.fork) {
      try StatementChain(records: records + [records[1]])
    }
    #expect(throws: StatementRefusal.sequenceSkipped) {
      try StatementChain(records: [records[0], first])
    }
    #expect(throws: StatementRefusal.notGenesis) {
      try StatementChain(records: Array(records.reversed()))
    }
    #expect(throws: StatementRefusal.notGenesis) { try StatementChain(records: []) }
  }
}
