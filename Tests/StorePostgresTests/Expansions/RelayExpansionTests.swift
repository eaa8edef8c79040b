import GroveIdentity
import GroveTesting
import RelayDomain
import StoreSQL
import Testing

@testable import StorePostgres

/// Relays of 0.3.0 and of this version work side by side on one database (decision 0033, point 13).
@Suite(.needsPostgres) struct RelayExpansionTests {
  @Test(arguments: RelayStoreContract.checks)
  func `a relay of the version before and one of this keep together what every store promises`(
    _ check: RelayStoreCheck
  ) async throws {
    for seed in 1...2 as ClosedRange<UInt64> {
      let scratch = try PostgresScratch()
      let both = try TwoRelayVersions(seed: seed, scratch)
      try await check.run(both)
      try scratch.expectAgreement()
      try await both.restartOlder()
      try await both.close()
    }
  }

  @Test(arguments: RelayStoreContract.checks)
  func `this version alone keeps it on what was the version before's`(_ check: RelayStoreCheck)
    async throws
  {
    let scratch = try PostgresScratch()
    await (try scratch.open(TwoRelayVersions.stepsOf030)).close()
    let store = try scratch.relay()
    try await check.run(store)
    try scratch.expectAgreement()
    try await store.close()
  }

  @Test func `what a relay of the version before kept is read by both, which go on with it`()
    async throws
  {
    let (scratch, sample) = (try PostgresScratch.lasting(), try SampleRelay())
    let kept = try await scratch.fill(TwoRelayVersions.stepsOf030[...], with: sample.rows)
    let both = try TwoRelayVersions(seed: 1, scratch)
    try await both.restartOlder()
    try await kept.expectRead(of: sample, by: both.newer)
    try await kept.expectRead(of: sample, by: both.olderOne)
    try await sample.expectGoingOn(in: both)
    try scratch.expectAgreement()
    try await both.close()
  }

  @Test func `each reads from its mailbox what the other has said of conversations`() async throws {
    let both = try TwoRelayVersions(seed: 1, PostgresScratch.lasting())
    let (older, newer) = (RelayWorld(both.olderOne), RelayWorld(both.newer))
    let people = try await older.people("ann", "ben").map { $0.address() }
    for (number, world) in [newer, older, newer].enumerated() {
      let id = RelayWorld.conversation(1)
      _ = try await world.change(id, name: "\(number)", by: people[0]).get()
    }
    let entries = try await newer.entries(of: people[1])
    #expect(try await older.entries(of: people[1]) == entries)
    #expect(entries.map(\.sequence) == [1, 2, 3, 4])
    #expect(entries.compactMap(Self.name) == ["0", "1", "2"])
    try await both.close()
  }

  @Test func `both write at once, and nothing fails, is lost, or comes twice`() async throws {
    let both = try TwoRelayVersions(seed: 1, PostgresScratch.lasting())
    let worlds = [RelayWorld(both.olderOne), RelayWorld(both.newer)]
    let people = try await worlds[0].people("ann", "ben").map { $0.address() }
    let ids = [UInt8(1), 2, 3, 4].map(RelayWorld.conversation)
    for id in ids.dropFirst() {
      _ = try await worlds[1].create(id, [people[1].account], by: people[0]).get()
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<80 {
        group.addTask {
          let (world, name) = (worlds[number % 2], "\(number)")
          _ = try await world.change(ids[number / 2 % 4], name: name, by: people[0]).get()
          _ = try await world.send(UInt8(number), to: [people[1]], by: people[0]).get()
        }
      }
      try await group.waitForAll()
    }
    let entries = try await worlds[1].entries(of: people[1])
    #expect(entries.map(\.sequence) == Array(1...164))
    #expect(Set(entries.compactMap(Self.name)) == Set((0..<80).map { "\($0)" }))
    #expect(try await worlds[0].entries(of: people[1]) == entries)
    try both.scratch.expectAgreement()
    try await both.close()
  }

  private static func name(_ entry: MailboxEntry) -> String? {
    if case .conversation(let event) = entry.payload { event.conversation.name } else { nil }
  }
}
