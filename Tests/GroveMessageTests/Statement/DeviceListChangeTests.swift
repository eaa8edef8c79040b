import GroveIdentity
import GroveMessage
import GroveTesting
import Testing

/// Protocol 11.6, 12.2.
@Suite struct DeviceListChangeTests {
  let one: TestDevice
  let two: TestDevice
  let three: TestDevice

  init() throws {
    one = try TestDevice("one")
    two = try TestDevice("two")
    three = try TestDevice("three")
  }

  @Test func `a removed device asks for a prompt replacement of identities`() throws {
    var account = try TestAccount([one, two])
    let before = account.chain.newest.reference
    try account.change(to: [one])
    let change = try #require(account.chain.change(since: before))
    #expect(change.removed == [two.entry] && change.added.isEmpty && change.changed.isEmpty)
    #expect(change.advice == .replacePromptly && !change.isRecovered)
  }

  @Test func `an added device allows a replacement and nothing asks for none`() throws {
    var account = try TestAccount([one, two])
    let before = account.chain.newest.reference
    #expect(account.chain.change(since: before)?.advice == .keep)
    try account.change(to: [one, two, three])
    let change = try #require(account.chain.change(since: before))
    #expect(change.added == [three.entry] && change.advice == .mayReplace)
  }

  @Test func `a device that stops taking part loses its leaf`() throws {
    var account = try TestAccount([one, two])
    let before = account.chain.newest.reference
    let quiet = try TestDevice("two", flags: .mayChangeDeviceList)
    try account.change(to: [one, quiet])
    let change = try #require(account.chain.change(since: before))
    #expect(change.changed == [quiet.entry] && change.advice == .replacePromptly)
  }

  @Test func `a device without a leaf comes and goes unnoticed by identities`() throws {
    var account = try TestAccount([one, two])
    let before = account.chain.newest.reference
    try account.change(to: [one, two, TestDevice("quiet", flags: .mayChangeDeviceList)])
    #expect(account.chain.change(since: before)?.advice == .keep)
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
