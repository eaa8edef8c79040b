import GroveIdentity
public import RelayDomain
import Testing

extension RelayStoreContract {
  static func eventsInOrder(_ store: any RelayStore) async throws {
    let world = RelayWorld(store)
    let people = try await world.people("ann", "ben", together: false)
    let (ann, ben) = (people[0].address(), people[1].address())
    for number in 1...3 as ClosedRange<UInt8> {
      _ = try await world.create(RelayWorld.conversation(number), [ben.account], by: ann).get()
    }
    for (number, name) in [(2, "A"), (1, "B"), (3, "C"), (1, "D"), (2, "E")] as [(UInt8, String)] {
      _ = try await world.change(RelayWorld.conversation(number), name: name, by: ann).get()
    }
    #expect(
      try await events(of: ben, in: world)
        == ["1 created", "2 created", "3 created", "2 A", "1 B", "3 C", "1 D", "2 E"])
    let page = try await store.read {
      try $0.entries(of: ben, after: 3, limit: 3, bytes: .max)
    }
    #expect(page.compactMap(word) == ["2 A", "1 B", "3 C"])
  }

  static func eventsBelong(_ store: any RelayStore) async throws {
    let world = RelayWorld(store)
    let people = try await world.people("ann", "ben")
    let ben = people[1].address()
    let before = try await world.entries(of: ben)
    for (number, at) in [(9, 5), (1, 4)] as [(UInt8, UInt64)] {
      let event = ConversationEvent(
        kind: .renamed, by: ben.account, subjects: [], at: at,
        conversation: ConversationRecord(
          conversationID: RelayWorld.conversation(number), name: "N", members: [], version: 2))
      await #expect(throws: RelayStoreError(.corrupt, "a change that breaks a constraint")) {
        try await store.change { _ in
          RelayDecision([.deliver(.conversation(event), to: [ben], at: 5)], answer: ())
        }
      }
    }
    #expect(try await world.entries(of: ben) == before)
  }

  static func sweepLeavesEvents(_ store: any RelayStore) async throws {
    var world = RelayWorld(store)
    let people = try await world.people("ann", "ben", "cleo").map { $0.address() }
    for name in ["Soup", "Stew"] {
      world.now += 1000
      _ = try await world.change(RelayWorld.conversation(1), name: name, by: people[0]).get()
    }
    for (person, last) in zip(people, [2, 3, 0] as [UInt64]) {
      try await world.acknowledge(upTo: last, by: person).get()
    }
    try await sweep(store)
    #expect(try await events(of: people[0], in: world) == ["1 Stew"])
    #expect(try await events(of: people[1], in: world) == [])
    #expect(try await events(of: people[2], in: world) == ["1 created", "1 Soup", "1 Stew"])
    try await world.acknowledge(upTo: 2, by: people[2]).get()
    try await sweep(store)
    #expect(try await events(of: people[2], in: world) == ["1 Stew"])
  }

  /// Of a store that keeps an event once: those that everybody has are swept when no older one waits anywhere.
  ///
  /// - Parameter count: how many the store keeps.
  public static func eventsGoByAge(_ store: any RelayStore, count: () async throws -> Int)
    async throws
  {
    var world = RelayWorld(store)
    let people = try await world.people("ann", "ben", "cleo").map { $0.address() }
    world.now += 1000
    _ = try await world.create(
      RelayWorld.conversation(2), [people[1].account], by: people[0]
    ).get()
    for person in people.dropLast() { try await world.acknowledge(upTo: 2, by: person).get() }
    try await sweep(store)
    // The older one waits for the third, who has nothing to do with the newer one.
    #expect(try await count() == 2)
    try await world.acknowledge(upTo: 1, by: people[2]).get()
    try await sweep(store)
    #expect(try await count() == 0)
    _ = try await world.change(RelayWorld.conversation(2), name: "N", by: people[0]).get()
    #expect(try await events(of: people[1], in: world) == ["2 N"])
  }

  private static func sweep(_ store: any RelayStore) async throws {
    try await store.change { _ in
      RelayDecision([.sweep(now: 0, rememberedBefore: 0)], answer: ())
    }
  }

  /// The number of the conversation, and its new name or what happened.
  private static func events(of address: DeviceAddress, in world: RelayWorld) async throws
    -> [String]
  {
    try await world.entries(of: address).compactMap(word)
  }

  private static func word(_ entry: MailboxEntry) -> String? {
    guard case .conversation(let event) = entry.payload else { return nil }
    let record = event.conversation
    return "\(record.conversationID.bytes[0]) \(record.name ?? event.kind.rawValue)"
  }
}
