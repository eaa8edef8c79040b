import GroveMessage
import GroveTesting
import RelayDomain
import Testing

struct KEMKeyRulesTests {
  let world = RelayWorld(MemoryRelayStore())

  private func publish(_ key: SignedKEMKey, by caller: DeviceAddress, at now: UInt64? = nil)
    async throws -> RelayRefusal?
  {
    let (now, limits) = (now ?? world.now, world.limits)
    let outcome = try await world.store.change {
      try RelayRules.publish(kemKey: key, by: caller, now: now, limits: limits, in: $0)
    }
    if case .failure(let refusal) = outcome.result { return refusal }
    return nil
  }

  private func served(_ person: RelayPerson, at now: UInt64) async throws -> [SignedKEMKey] {
    try await world.store.read { try $0.kemKeys(of: person.accountID, unexpiredAt: now) }
  }

  @Test func `a further key is served beside the first until each expires`() async throws {
    let ann = try await world.people("ann")[0]
    let week: UInt64 = 7 * 86_400_000
    let second = try ann.kemKey(keyID: 2, from: world.now + week / 2)
    #expect(try await publish(second, by: ann.address()) == nil)
    #expect(try await served(ann, at: world.now).count == 2)
    #expect(try await served(ann, at: world.now + week) == [second])
    #expect(try await served(ann, at: world.now + 2 * week).isEmpty)
  }

  @Test func `a key identifier is taken once, even after it has expired`() async throws {
    let ann = try await world.people("ann")[0]
    let later = world.now + 40 * 86_400_000
    let reused = try ann.kemKey(keyID: 1, from: later)
    #expect(
      try await publish(reused, by: ann.address(), at: later)
        == RelayRefusal(.kemKeyRefused, "key_id_taken"))
    #expect(try await served(ann, at: later).isEmpty)
  }

  @Test func `the same record again is no change`() async throws {
    let ann = try await world.people("ann")[0]
    let key = try ann.kemKey(keyID: 2, from: world.now)
    #expect(try await publish(key, by: ann.address()) == nil)
    #expect(try await publish(key, by: ann.address()) == nil)
    #expect(try await served(ann, at: world.now).count == 2)
  }

  @Test func `a device publishes its own keys only`() async throws {
    var ann = try await world.people("ann")[0]
    try await world.addDevice(to: &ann)
    let key = try ann.kemKey(1, keyID: 5, from: world.now)
    #expect(
      try await publish(key, by: ann.address(0)) == RelayRefusal(.kemKeyRefused, "another_device"))
  }

  @Test func `the key of a device that is not listed is refused`() async throws {
    var ann = try await world.people("ann")[0]
    let caller = ann.address()
    let device = RelayPerson.Device()
    try ann.take(ann.adding(device), with: device)
    let key = try ann.kemKey(1, keyID: 5, from: world.now)
    #expect(
      try await publish(key, by: caller) == RelayRefusal(.kemKeyRefused, "device_not_listed"))
  }

  @Test func `a device keeps a limited number of keys`() async throws {
    let ann = try await world.people("ann")[0]
    for id in 2...UInt32(world.limits.kemKeysPerDevice) {
      let key = try ann.kemKey(keyID: id, from: world.now)
      #expect(try await publish(key, by: ann.address()) == nil)
    }
    let more = try ann.kemKey(keyID: 99, from: world.now)
    #expect(try await publish(more, by: ann.address())?.code == .limitExceeded)
  }
}
