import GroveIdentity
import GroveTesting
import RelayDomain
import Testing

/// At the size that silenced a group before: 4 095 envelopes of the largest size were 256 MiB.
struct SilencedGroupRulesTests {
  var world = RelayWorld(MemoryRelayStore())
  let id = RelayWorld.conversation(1)
  let second = RelayWorld.conversation(2)

  private func strangers(_ handles: String...) async throws -> [RelayPerson] {
    var people: [RelayPerson] = []
    for handle in handles {
      people += try await world.people(handle, together: false, policy: .ask)
    }
    return people
  }

  @Test func `a stranger fills nobody's mailbox, and every message of the family still arrives`()
    async throws
  {
    let people = try await strangers("eve", "bob", "ann", "carl")
    let (eve, bob) = (people[0].address(), people[1].address())
    _ = try await world.create(id, people[1...].map(\.accountID), by: people[2].address()).get()
    for person in [people[1], people[3]] {
      _ = try await world.accept(id, by: person.address()).get()
    }
    _ = try await world.create(second, [bob.account], by: eve).get()
    var accepted = 0
    for number in UInt16(0)..<4200 {
      let message = MessageID(
        unchecked: [UInt8](repeating: 9, count: 14) + [UInt8(number >> 8), UInt8(number & 255)])
      let envelope = RelayWorld.envelope(message, to: bob, bytes: 64 << 10)
      accepted += try await world.upload([envelope], by: eve).get().accepted
    }
    #expect(accepted == 3, "three of 64 KiB are the 256 KiB a stranger may send")
    for number in UInt8(1)...50 {
      for sender in [people[2].address(), people[3].address()] {
        let others = [bob, people[2].address(), people[3].address()].filter { $0 != sender }
        let sent = try await world.send(number, to: others, bytes: 4096, by: sender).get()
        #expect(sent == EnvelopesQueued(accepted: 2, duplicates: 0))
      }
    }
    #expect(try await world.envelopes(of: bob).count == 103)
  }

  @Test mutating func `one of the family who fills a share leaves room for the others`()
    async throws
  {
    let people = try await strangers("ann", "bob", "carl")
    let (ann, bob, carl) = (people[0].address(), people[1].address(), people[2].address())
    _ = try await world.create(id, people.map(\.accountID), by: ann).get()
    for person in people[1...] { _ = try await world.accept(id, by: person.address()).get() }
    var accepted = 0
    for number in UInt16(0)..<1100 {
      let message = MessageID(
        unchecked: [UInt8](repeating: 9, count: 14) + [UInt8(number >> 8), UInt8(number & 255)])
      let envelope = RelayWorld.envelope(message, to: bob, bytes: 64 << 10)
      accepted += try await world.upload([envelope], by: ann).get().accepted
    }
    #expect(accepted == (64 << 20) / ((64 << 10) + 140), "a quarter of the mailbox")
    #expect(try await world.send(1, to: [bob], by: carl).get().accepted == 1)
    // An event has no bytes; where there is no room for an entry it leaves a gap.
    world.limits.shareEntries = accepted
    _ = try await world.change(id, name: "Full", by: ann).get()
    let last = try await world.entries(of: bob, after: UInt64(accepted)).last
    #expect(last?.payload == .gap(entries: 0))
  }
}
