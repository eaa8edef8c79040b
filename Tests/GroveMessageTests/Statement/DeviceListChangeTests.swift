import GroveIdentity
import GroveMessage
import GroveTesting
import Testing

/// Protocol 11.6.
@Suite struct DeviceListChangeTests {
  let one: TestDevice
  let two: TestDevice
  let three: TestDevice

  init() throws {
    one = try TestDevice("one")
    two = try TestDevice("two")
    three = try TestDevice("three")
  }

  @Test func `devices that came, went or changed are told apart`() throws {
    var account = try TestAccount([one, two])
    let before = account.chain.newest.reference
    let quiet = try TestDevice("one", flags: .mayChangeDeviceList)
    try account.change(to: [quiet, two])
    try account.change(to: [quiet, three])
    let change = try #require(account.chain.change(since: before))
    #expect(change.added == [three.entry] && change.removed == [two.entry])
    #expect(change.changed == [quiet.entry] && !change.isRecovered)
  }

  @Test func `nothing has changed since the newest statement`() throws {
    let chain = try TestAccount([one, two]).chain
    let change = try #require(chain.change(since: chain.newest.reference))
    #expect(change.added.isEmpty && change.removed.isEmpty && change.changed.isEmpty)
  }

  @Test func `a recovery in between is told`() throws {
    let recovery = try SigningKey(scalar: [UInt8](repeating: 7, count: 32))
    let account = try TestAccount([one, two], recoveryKey: recovery.publicKey)
    let record = try SignedStatement.next(
      after: account.chain.newest, issuedAt: TestAccount.t0, recoveryKey: recovery.publicKey,
      devices: [three.entry], signedBy: .recovery(recovery),
      possession: [three.possession(after: account.chain.newest)])
    let chain = try account.chain.appending(record).get()
    let change = try #require(chain.change(since: account.chain.newest.reference))
    #expect(change.isRecovered && change.removed.count == 2 && change.added == [three.entry])
    #expect(chain.change(since: chain.newest.reference)?.isRecovered == false)
    let unknown = StatementReference(seq: 1, hash: .zero)
    #expect(chain.change(since: unknown) == nil)
  }
}
