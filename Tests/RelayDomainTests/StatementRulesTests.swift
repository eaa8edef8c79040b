import GroveIdentity
import GroveMessage
import GroveTesting
import RelayDomain
import Testing

struct StatementRulesTests {
  let world = RelayWorld(MemoryRelayStore())

  private func hints(_ address: DeviceAddress) async throws -> [MailboxEntry.Payload] {
    try await world.entries(of: address).map(\.payload).filter {
      if case .account = $0 { true } else { false }
    }
  }

  @Test func `a new device is listed, reachable, and announced to contacts and siblings`()
    async throws
  {
    var people = try await world.people("ann", "ben")
    let other = try await world.people("cleo", together: false)
    try await world.addDevice(to: &people[0])
    let ann = people[0].accountID
    let devices = try await world.store.read { try $0.reachableDevices(of: ann, at: 1_000_000) }
    #expect(devices == Set(people[0].devices.map(\.id)))
    let hint = [MailboxEntry.Payload.account(ann, seq: 1)]
    #expect(try await hints(people[0].address(0)) == hint)
    #expect(try await hints(people[0].address(1)) == hint)
    #expect(try await hints(people[1].address()) == hint)
    #expect(try await hints(other[0].address()).isEmpty)
  }

  @Test func `the same statement again is answered as before and changes nothing`() async throws {
    var person = try await world.people("ann")[0]
    let device = RelayPerson.Device()
    let statement = try person.adding(device)
    let first = try await world.publish(statement, by: person.address())
    let before = try await world.entries(of: person.address())
    let again = try await world.publish(statement, by: person.address())
    #expect(try again.result.get() == first.result.get())
    #expect(again.delivered.isEmpty)
    #expect(try await world.entries(of: person.address()) == before)
    try person.take(statement, with: device)
    #expect(try first.result.get() == person.chain.newest.reference)
  }

  @Test func `a second statement of one number is a fork and nothing changes`() async throws {
    let person = try await world.people("ann")[0]
    let caller = person.address()
    _ = try await world.publish(person.adding(RelayPerson.Device()), by: caller).result.get()
    let before = try await world.store.read { try $0.account(caller.account) }
    let fork = try person.adding(RelayPerson.Device())
    #expect(try await world.publish(fork, by: caller).result.refusal == .statementFork)
    #expect(try await world.store.read { try $0.account(caller.account) } == before)
    #expect(try await world.store.read { try $0.devices(of: caller.account).count } == 2)
  }

  @Test func `a forged statement of a known number is refused and is no fork`() async throws {
    let person = try await world.people("ann")[0]
    _ = try await world.publish(
      person.adding(RelayPerson.Device()), by: person.address()
    ).result.get()
    var forged = try person.adding(RelayPerson.Device())
    forged.signature.bytes[3] ^= 1
    let result = try await world.publish(forged, by: person.address()).result
    #expect(result.refusal == .statementRefused)
  }

  @Test func `a statement that skips a number, is another account's or is no statement is refused`()
    async throws
  {
    var people = try await world.people("ann", "ben")
    let caller = people[0].address()
    let foreign = try people[1].adding(RelayPerson.Device())
    let device = RelayPerson.Device()
    try people[0].take(people[0].adding(device), with: device)
    let skipping = try people[0].adding(RelayPerson.Device())
    var garbage = skipping
    garbage.body.bytes.removeLast()
    for (statement, reason) in [
      (skipping, "sequence_skipped"), (foreign, "account_mismatch"), (garbage, "malformed"),
    ] {
      let result = try await world.publish(statement, by: caller).result
      #expect(throws: RelayRefusal(.statementRefused, reason)) { try result.get() }
    }
    #expect(try await world.store.read { try $0.account(caller.account)?.head.seq } == 0)
  }

  @Test func `another account's genesis statement is refused`() async throws {
    let people = try await world.people("ann", "ben")
    let result = try await world.publish(
      people[1].chain.records[0], by: people[0].address()
    ).result
    #expect(result.refusal == .statementRefused)
  }

  @Test func `a removed device loses tokens, mailbox and reach in the same step`() async throws {
    var people = try await world.people("ann", "ben")
    try await world.addDevice(to: &people[0])
    let (first, second, ben) = (people[0].address(0), people[0].address(1), people[1].address())
    try await world.signIn(second, token: 2, nonce: 2).get()
    _ = try await world.send(1, to: [first, second], by: ben).get()
    let outcome = try await world.publish(people[0].removing(1), by: first)
    #expect(outcome.removed == [second])
    #expect(try await world.caller(token: 2) == nil)
    #expect(try await world.entries(of: second).isEmpty)
    #expect(!outcome.delivered.contains(second))
    #expect(try await world.send(2, to: [first, second], by: ben).refusal == .devicesChanged)
    #expect(try await world.send(2, to: [first], by: ben).get().accepted == 1)
    let upload = try await world.send(3, to: [ben], by: second)
    #expect(upload.refusal == .unauthenticated)
    #expect(try await world.envelopes(of: first).count == 2)
  }

  @Test func `a device may remove itself and is then nobody`() async throws {
    var person = try await world.people("ann")[0]
    try await world.addDevice(to: &person)
    let (first, second) = (person.address(0), person.address(1))
    let statement = try person.removing(1, by: 1)
    #expect(try await world.publish(statement, by: second).removed == [second])
    let result = try await world.publish(statement, by: second).result
    #expect(result.refusal == .unauthenticated)
    #expect(try await world.publish(statement, by: first).result.get().seq == 2)
  }

  @Test func `a recovery statement needs no sign-in and drops every device`() async throws {
    let people = try await world.people("ann", "ben")
    let (ann, now, limits) = (people[0], world.now, world.limits)
    let device = RelayPerson.Device()
    let statement = try ann.recovering(to: device)
    let outcome = try await world.store.change {
      try RelayRules.publishRecovery(
        statement, kemKey: nil, account: ann.accountID, now: now, limits: limits, in: $0)
    }
    #expect(try outcome.result.get().seq == 1)
    #expect(outcome.removed == [ann.address()])
    #expect(
      outcome.delivered
        == [people[1].address(), DeviceAddress(account: ann.accountID, device: device.id)])
    #expect(try await world.store.read { try $0.devices(of: ann.accountID) } == [device.id])
  }

  @Test func `only a statement by the recovery key passes without sign-in`() async throws {
    let ann = try await world.people("ann")[0]
    let (now, limits) = (world.now, world.limits)
    let byDevice = try ann.adding(RelayPerson.Device())
    var claimed = byDevice
    claimed.signer = .recovery
    for (statement, reason) in [
      (byDevice, "not_signed_by_recovery_key"), (claimed, "signature_invalid"),
    ] {
      let outcome = try await world.store.change {
        try RelayRules.publishRecovery(
          statement, kemKey: nil, account: ann.accountID, now: now, limits: limits, in: $0)
      }
      #expect(throws: RelayRefusal(.statementRefused, reason)) { try outcome.result.get() }
    }
    #expect(try await world.store.read { try $0.devices(of: ann.accountID) } == [ann.devices[0].id])
  }

  @Test func `a statement whose KEM key is refused is not published either`() async throws {
    var ann = try await world.people("ann")[0]
    let device = RelayPerson.Device()
    let statement = try ann.adding(device)
    let caller = ann.address()
    try ann.take(statement, with: device)
    var key = try ann.kemKey(1, from: world.now)
    key.signature.bytes[0] ^= 1
    let result = try await world.publish(statement, kemKey: key, by: caller).result
    #expect(result.refusal == .kemKeyRefused)
    #expect(try await world.store.read { try $0.account(caller.account)?.head.seq } == 0)
  }
}
