import GroveIdentity
import GroveMessage
import GroveTesting
import Testing

@Suite struct GenesisTests {
  let one: TestDevice
  let two: TestDevice

  init() throws {
    one = try TestDevice("one")
    two = try TestDevice("two", flags: .takesPartInCollaborations)
  }

  private func sign(
    accountID: AccountID = .zero, seq: UInt64 = 0, prevHash: StatementHash = .zero,
    by signer: SignedStatement.Key
  ) throws -> SignedStatement {
    let statement = try AccountStatement(
      accountID: accountID, seq: seq, prevHash: prevHash, issuedAt: 5, recoveryKey: nil,
      devices: [one.entry, two.entry])
    return try SignedStatement(
      statement, signedBy: signer,
      possession: [one, two].map {
        try .init(
          entry: $0.entry, accountID: accountID, prevHash: prevHash, signedBy: $0.identityKey)
      })
  }

  @Test func `an account is named by the hash of its first statement`() throws {
    let chain = try StatementChain(genesis: sign(by: .device(one.identityKey)))
    #expect(chain.accountID.bytes == chain.newestHash.bytes)
    #expect(chain.newest.writtenAccountID == .zero)
  }

  @Test func `a first statement with a number, an account or a predecessor is refused`() throws {
    let key = SignedStatement.Key.device(one.identityKey)
    #expect(throws: StatementRefusal.notGenesis) {
      try StatementChain(genesis: sign(seq: 1, by: key))
    }
    #expect(throws: StatementRefusal.notGenesis) {
      try StatementChain(
        genesis: sign(accountID: AccountID(unchecked: [UInt8](1...32)), by: key))
    }
    #expect(throws: StatementRefusal.notGenesis) {
      try StatementChain(
        genesis: sign(prevHash: StatementHash(unchecked: [UInt8](1...32)), by: key))
    }
  }

  @Test func `a first statement is signed by a device it lists that may change the list`() throws {
    #expect(throws: StatementRefusal.signerNotManager) {
      try StatementChain(genesis: sign(by: .device(two.identityKey)))
    }
    #expect(throws: StatementRefusal.signerUnknown) {
      try StatementChain(genesis: sign(by: .device(TestDevice("stranger").identityKey)))
    }
    #expect(throws: StatementRefusal.signerUnknown) {
      try StatementChain(genesis: sign(by: .recovery(one.identityKey)))
    }
  }

  @Test func `every first device shows that it holds its keys`() throws {
    var record = try sign(by: .device(one.identityKey))
    record.possession.removeLast()
    #expect(throws: StatementRefusal.possessionMissing) { try StatementChain(genesis: record) }
  }
}
