import CollaborationDomain
import GroveIdentity
import GroveTesting
import RecordDomain
import Testing

/// Ann's account is deleted: her zones go with their shares, and what she wrote into the public database.
@Suite struct RecordErasureTests {
  private static func begun(_ world: RecordWorld) async throws -> AccountLabel {
    let (ann, now) = (try CollaborationWorld.account("ann"), world.now)
    _ = try await world.store.change { try AccountDeletion.begin(ann, at: now, reading: $0) }.get()
    return ann
  }

  private static func zones(of ann: AccountLabel, in world: RecordWorld) async throws
    -> [[Revocation]]
  {
    let now = world.now
    var steps: [[Revocation]] = []
    while let step = try await world.store.changeRecords(
      for: "", { try RecordErasure.zone(of: ann, at: now, reading: $0) })
    {
      steps.append(step)
      try #require(steps.count < 10)
    }
    return steps
  }

  @Test func `every zone of the account is erased, and whoever shared in one is told so`()
    async throws
  {
    let world = try await RecordWorld(RecordMemoryStore())
    _ = try await world.modify([
      try RecordWorld.note("list"), try RecordWorld.note("milk", parent: "list"),
    ]).get()
    _ = try await world.modify([try RecordWorld.share("share", of: "list")]).get()
    _ = try await world.people.update(add: [1], request: 1).get()
    _ = try await world.people.grant(1, to: "ben", nonce: 1).get()
    let ben = try world.call("ben")
    let container = world.container
    func shared(_ token: DatabaseToken?) async throws -> FeedRules.DatabasePage {
      try await world.store.readRecords(for: "") {
        try FeedRules.changes(
          in: container, scope: .shared, since: token, limit: 10, for: ben, reading: $0)
      }.get()
    }
    let before = try await shared(nil)
    #expect(before.changed.map(\.zone.key.name.text) == ["Notes"])
    let ann = try await Self.begun(world)
    let steps = try await Self.zones(of: ann, in: world)
    // The zone that is always there, and the notes.
    #expect(steps.map(\.count) == [0, 1])
    #expect(steps.last?.first?.lost.count == 1)
    let after = try await shared(before.token)
    #expect(after.ended.map(\.zone.ending) == [.purged] && after.changed.isEmpty)
    let documents = try await world.store.read {
      try $0.documents(ownedBy: ann, kind: nil, after: nil, limit: 9)
    }
    #expect(documents.isEmpty)
  }

  @Test
  func `its uploads are forgotten, and their bytes unless a record of somebody else names them`()
    async throws
  {
    let world = try await RecordWorld(RecordMemoryStore())
    let asset = AssetID(hash: CollaborationWorld.fill(1), size: 10)
    try await world.upload(asset, file: 1)
    try await world.upload(asset, file: 2, by: "ben")
    try await world.upload(AssetID(hash: CollaborationWorld.fill(2), size: 10), file: 3)
    var note = try RecordWorld.note("a")
    note.fields[try FieldName("photo")] = RecordField(.asset(asset))
    _ = try await world.modify([note], in: world.zone("_defaultZone"), by: "ben").get()
    let ann = try await Self.begun(world)
    _ = try await world.store.changeRecords(for: "") { _ in RecordErasure.uploads(of: ann) }
    #expect(try await world.sweepAssets() == [CollaborationWorld.fill(3)])
  }

  @Test func `its public records are erased, a page at a time, and those of others stay`()
    async throws
  {
    let world = try await RecordWorld(RecordMemoryStore())
    let place = try world.zone("_defaultZone", .public)
    for number in 1...450 {
      let by = number % 3 == 0 ? "ben" : "ann"
      _ = try await world.modify([try RecordWorld.note("n\(number)")], in: place, by: by).get()
    }
    let (ann, now, container) = (try await Self.begun(world), world.now, world.container)
    var (number, erased): (UInt64?, Int) = (0, 0)
    while let after = number {
      let page = try await world.store.changeRecords(for: "") {
        try RecordErasure.publicRecords(of: ann, in: container, after: after, at: now, reading: $0)
      }
      erased += page.erased
      number = page.next
    }
    #expect(erased == 300)
    let left = try await world.fetch(["n1", "n2", "n3", "n450"], in: place, by: "ben").get()
    #expect(left.map { (try? $0.get()) != nil } == [false, false, true, true])
  }
}
