import GroveTesting
import RelayDomain
import Testing

@testable import StorePostgres

@Suite(.needsPostgres) struct PostgresRelayStoreTests {
  @Test(arguments: RelayStoreContract.checks)
  func `the PostgreSQL store keeps the contract`(_ check: RelayStoreCheck) async throws {
    let scratch = try PostgresScratch()
    let store = try scratch.relay()
    try await check.run(store)
    try await store.close()
  }

  @Test func `a mailbox is as it was after the store is opened again`() async throws {
    let scratch = try PostgresScratch()
    try await RelayStoreContract.mailboxLasts {
      let store = try scratch.relay()
      return (store, { try await store.close() })
    }
  }

  @Test func `an event for many mailboxes is stored once and swept when the last has read it`()
    async throws
  {
    let scratch = try PostgresScratch()
    let store = try scratch.relay()
    let world = RelayWorld(store)
    let people = try await world.people("ann", "ben", "cleo")
    #expect(try Self.events(scratch) == 1)
    for person in people.dropLast() {
      try await world.acknowledge(upTo: 1, by: person.address()).get()
    }
    try await Self.sweep(store)
    #expect(try Self.events(scratch) == 1)
    try await world.acknowledge(upTo: 1, by: people[2].address()).get()
    try await Self.sweep(store)
    #expect(try Self.events(scratch) == 0)
    try await store.close()
  }

  @Test func `an event that everybody has is swept when no older one waits anywhere`() async throws
  {
    let scratch = try PostgresScratch()
    let store = try scratch.relay()
    try await RelayStoreContract.eventsGoByAge(store) { try Self.events(scratch) }
    try await store.close()
  }

  @Test func `two nodes number each conversation's events without gaps, whatever others do`()
    async throws
  {
    let scratch = try PostgresScratch()
    let nodes = [try scratch.relay(), try scratch.relay()]
    let worlds = nodes.map { RelayWorld($0) }
    let ann = try await worlds[0].people("ann", together: false)[0].address()
    let ids = [UInt8(1), 2].map(RelayWorld.conversation)
    for id in ids { _ = try await worlds[0].create(id, [], by: ann).get() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask {
          _ = try await worlds[number % 2].change(
            ids[number / 2 % 2], name: "\(number)", by: ann
          ).get()
        }
      }
      try await group.waitForAll()
    }
    let numbers = try scratch.cluster.numbers(
      "SELECT number FROM \(scratch.schema).conversation_event ORDER BY conversation_id, number")
    #expect(numbers == Array(1...11) + Array(1...11))
    for node in nodes { try await node.close() }
  }

  @Test func `two nodes number a mailbox's entries without gaps and lose none`() async throws {
    let scratch = try PostgresScratch()
    let nodes = [try scratch.relay(), try scratch.relay()]
    let worlds = nodes.map { RelayWorld($0) }
    let people = try await worlds[0].people("ann", "ben")
    let (ann, ben) = (people[0].address(), people[1].address())
    let known = try await worlds[0].entries(of: ben).count
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in UInt8(1)...60 {
        group.addTask {
          _ = try await worlds[Int(number) % 2].send(number, to: [ben], by: ann).get()
        }
      }
      try await group.waitForAll()
    }
    let entries = try await worlds[1].entries(of: ben)
    #expect(entries.count == known + 60)
    #expect(entries.map(\.sequence) == Array(1...UInt64(entries.count)))
    for node in nodes { try await node.close() }
  }

  private static func sweep(_ store: PostgresRelayStore) async throws {
    try await store.change { _ in
      RelayDecision([.sweep(now: 0, rememberedBefore: 0)], answer: ())
    }
  }

  private static func events(_ scratch: PostgresScratch) throws -> Int {
    try scratch.cluster.numbers("SELECT count(*) FROM \(scratch.schema).conversation_event")[0]
  }
}

extension PostgresScratch {
  func relay() throws -> PostgresRelayStore { try PostgresRelayStore(cluster.address(), options) }
}
