import CollaborationDomain
import GroveIdentity
import GroveTesting
import RecordDomain
import Testing

/// Ann shares a list with Ben: what hangs below it is theirs, and nothing else.
@Suite struct ShareRulesTests {
  /// Ann's zone has a list with two items, and a note beside it; the list is shared with Ben.
  private static func shared(access: SelectedShareOptions.Access = .readWrite) async throws
    -> RecordWorld
  {
    let world = try await RecordWorld(RecordMemoryStore())
    _ = try await world.modify([
      try RecordWorld.note("list"), try RecordWorld.note("milk", "milk", parent: "list"),
      try RecordWorld.note("eggs", "eggs", parent: "list"),
      try RecordWorld.note("diary", "private"),
    ]).get()
    let answer = try await world.modify([try RecordWorld.share("share", of: "list", access: access)]
    ).get()
    _ = try answer.saved[0].get()
    _ = try await world.people.update(add: [1], request: 1).get()
    _ = try await world.people.grant(1, to: "ben", nonce: 1).get()
    return world
  }

  private static func names(_ page: FeedRules.ZonePage) -> Set<String> {
    Set(
      page.changes.map { change in
        switch change {
        case .saved(let record): record.name.text
        case .deleted(let gone): "no " + gone.name.text
        }
      })
  }

  private static func refusals(_ answer: RecordBatch.Answer) -> [RecordRefusal?] {
    answer.saved.map { result in
      if case .failure(let failure) = result { return failure.refusal }
      return nil
    }
  }

  @Test
  func `a participant sees the shared record, what hangs below it and the share, and nothing else`()
    async throws
  {
    let world = try await Self.shared()
    let place = try world.zone("Notes", .shared, of: 1)
    let seen = try await world.changes(in: place, by: "ben").get()
    #expect(Self.names(seen) == ["list", "milk", "eggs", "share"])
    let read = try await world.fetch(["milk", "diary"], in: place, by: "ben").get()
    #expect((try? read[0].get()) != nil)
    #expect(read[1] == .failure(RecordFailure(.unknownItem)))
    #expect(try await world.changes(in: place, by: "cy") == .failure(.zoneNotFound))
  }

  @Test func `a participant may change what is shared and add below it, and nothing beside it`()
    async throws
  {
    let world = try await Self.shared()
    let place = try world.zone("Notes", .shared, of: 1)
    let changed = try await world.modify(
      [
        try RecordWorld.note("milk", "oat milk"), try RecordWorld.note("bread", parent: "list"),
        try RecordWorld.note("mine"), try RecordWorld.note("diary", "read"),
        try RecordWorld.note("eggs", parent: "diary"),
      ], in: place, checksTags: false, isAtomic: false, by: "ben"
    ).get()
    #expect(
      Self.refusals(changed) == [
        nil, nil, .permissionFailure, .permissionFailure, .referenceViolation,
      ])
    #expect(try await Self.names(world.changes().get()).contains("bread"))
    let deleted = try await world.modify(
      delete: ["list", "bread"], in: place, isAtomic: false, by: "ben"
    ).get()
    #expect(deleted.deleted.map { (try? $0.get()) != nil } == [false, true])
  }

  @Test func `who may only read changes nothing`() async throws {
    let world = try await Self.shared(access: .readOnly)
    let place = try world.zone("Notes", .shared, of: 1)
    let answer = try await world.modify(
      [try RecordWorld.note("milk", "mine"), try RecordWorld.note("x", parent: "list")], in: place,
      checksTags: false, isAtomic: false, by: "ben"
    ).get()
    #expect(Self.refusals(answer) == [.permissionFailure, .permissionFailure])
  }

  @Test
  func `what is moved under a shared record comes with all below it, and what is moved out goes`()
    async throws
  {
    let world = try await Self.shared()
    let place = try world.zone("Notes", .shared, of: 1)
    _ = try await world.modify([try RecordWorld.note("page", parent: "diary")]).get()
    let before = try await world.changes(in: place, by: "ben").get()
    _ = try await world.modify([try RecordWorld.note("diary", parent: "list")], checksTags: false)
      .get()
    let came = try await world.changes(since: before.token, in: place, by: "ben").get()
    #expect(Self.names(came) == ["diary", "page"])
    var out = try RecordWorld.note("diary")
    out.parent = .some(nil)
    _ = try await world.modify([out], checksTags: false).get()
    let went = try await world.changes(since: came.token, in: place, by: "ben").get()
    #expect(Self.names(went) == ["no diary", "no page"])
    #expect(
      try await world.fetch(["page"], in: place, by: "ben").get()
        == [.failure(RecordFailure(.unknownItem))])
    #expect(try await Self.names(world.changes().get()).isSuperset(of: ["diary", "page"]))
  }

  @Test
  func
    `removing an identity ends access at once, and the shared database tells that the zone is gone`()
    async throws
  {
    let world = try await Self.shared()
    let place = try world.zone("Notes", .shared, of: 1)
    let container = world.container
    func database(_ token: DatabaseToken?) async throws -> FeedRules.DatabasePage {
      let call = try world.call("ben")
      return try await world.store.readRecords(for: "") {
        try FeedRules.changes(
          in: container, scope: .shared, since: token, limit: 10, for: call, reading: $0)
      }.get()
    }
    let first = try await database(nil)
    #expect(first.changed.map(\.zone.key.name.text) == ["Notes"])
    _ = try await world.people.update(remove: [1], request: 2).get()
    #expect(try await world.changes(in: place, by: "ben") == .failure(.zoneNotFound))
    let second = try await database(DatabaseToken(first.token.bytes))
    #expect(second.ended.map(\.zone.key.name.text) == ["Notes"])
    #expect(try await database(second.token).ended.isEmpty)
  }

  @Test func `the owner ends a share by deleting it, and a participant leaves by the same`()
    async throws
  {
    let world = try await Self.shared()
    let place = try world.zone("Notes", .shared, of: 1)
    let left = try await world.modify(delete: ["share"], in: place, by: "ben").get()
    #expect(left.revocations.map(\.lost) == [.accounts([try CollaborationWorld.account("ben")])])
    #expect(try await world.changes(in: place, by: "ben") == .failure(.zoneNotFound))
    #expect((try? await world.fetch(["share"]).get()[0].get()) != nil)
    let ended = try await world.modify(delete: ["share"]).get()
    #expect(ended.revocations.count == 1)
    let list = try await world.fetch(["list"]).get()[0].get()
    #expect(list.ownShare == nil && list.coveringShare == nil)
    let again = try await world.modify([try RecordWorld.share("share2", of: "list")], share: 2)
      .get()
    #expect(Self.refusals(again) == [nil])
  }

  @Test func `deleting the shared record ends its share`() async throws {
    let world = try await Self.shared()
    let place = try world.zone("Notes", .shared, of: 1)
    let answer = try await world.modify(delete: ["list"]).get()
    #expect(answer.revocations.count == 1)
    #expect(try await world.changes(in: place, by: "ben") == .failure(.zoneNotFound))
    #expect(try await world.fetch(["share"]).get() == [.failure(RecordFailure(.unknownItem))])
  }

  @Test func `a record is in one share, and a zone that is shared whole has no other`() async throws
  {
    let world = try await Self.shared()
    for (name, root) in [("s2", "list"), ("s3", "milk"), ("cloudkit.zoneshare", nil)] {
      let answer = try await world.modify([try RecordWorld.share(name, of: root)], share: 2).get()
      #expect(Self.refusals(answer) == [.alreadyShared])
    }
    _ = try await world.make("Other", by: "ann", id: 11).get()
    let other = try world.zone("Other")
    _ = try await world.modify([try RecordWorld.note("a")], in: other).get()
    let whole = try RecordWorld.share("cloudkit.zoneshare", of: nil)
    #expect(try await Self.refusals(world.modify([whole], in: other, share: 2).get()) == [nil])
    let part = try RecordWorld.share("part", of: "a")
    #expect(
      try await Self.refusals(world.modify([part], in: other, share: 3).get()) == [.alreadyShared])
  }

  @Test func `an asset that is nowhere is refused`() async throws {
    let world = try await Self.shared()
    var file = try RecordWorld.note("file")
    let asset = AssetID(hash: AssetHash(unchecked: [UInt8](repeating: 1, count: 32)), size: 1)
    file.fields[try FieldName("f")] = RecordField(.list([.asset(asset)]))
    let answer = try await world.modify([file], isAtomic: false, share: 2).get()
    #expect(Self.refusals(answer) == [.assetMissing])
  }

  /// Saves the share with what whoever has its link may do.
  private static func open(_ world: RecordWorld, _ permission: ShareTerms.PublicPermission)
    async throws -> RecordBatch.Answer
  {
    var share = try RecordWorld.share("share", of: "list")
    share.terms?.publicPermission = permission
    return try await world.modify([share], checksTags: false).get()
  }

  private static func enter(_ world: RecordWorld, as name: String, root: Int) async throws
    -> Outcome<LinkRules.Entry>
  {
    let (call, id) = (try world.call(name), try CollaborationWorld.collaboration(1))
    return try await world.store.change {
      try LinkRules.enter(id, root: CollaborationWorld.fill(root), for: call, reading: $0)
    }
  }

  @Test func `a link lets nobody in unless its owner has opened the share to whoever has it`()
    async throws
  {
    let world = try await Self.shared()
    #expect(try await Self.enter(world, as: "cy", root: 70) == .failure(.notFound))
    _ = try await Self.open(world, .readOnly)
    let entered = try await Self.enter(world, as: "cy", root: 70).get()
    #expect(entered.isNew && entered.access == .readOnly)
    let again = try await Self.enter(world, as: "cy", root: 71).get()
    #expect(!again.isNew && again.access == .readOnly)
    #expect(try await Self.enter(world, as: "ben", root: 72).get().access == .readWrite)
    let place = try world.zone("Notes", .shared, of: 1)
    let seen = try await world.changes(in: place, by: "cy").get()
    #expect(Self.names(seen) == ["list", "milk", "eggs", "share"])
    for (name, refusal) in [("cy", RecordRefusal?.some(.permissionFailure)), ("ben", nil)] {
      let saved = try await world.modify(
        [try RecordWorld.note("milk", name)], in: place, checksTags: false, by: name
      ).get()
      #expect(Self.refusals(saved) == [refusal])
    }
  }

  @Test func `ten thousand come in by a link, and no more`()
    async throws
  {
    let world = try await Self.shared()
    _ = try await Self.open(world, .readOnly)
    let (id, ben) = (try CollaborationWorld.collaboration(1), try CollaborationWorld.account("ben"))
    let many = (0..<LinkRules.maximumByLink).map { number in
      let bytes = (0..<32).map { UInt8(truncatingIfNeeded: $0 < 4 ? number >> ($0 * 8) : 9) }
      return CollaborationChange.insertIdentity(
        IdentityRecord(
          collaborationID: id, root: RootHash(unchecked: bytes), activationEpoch: 1, addedBy: ben,
          addedAt: 1, origin: .link))
    }
    try await world.store.change { _ in Decision((), changes: many) }
    #expect(try await Self.enter(world, as: "cy", root: 70) == .failure(.limitExceeded))
    let (ann, container) = (try world.call("ann"), world.container)
    let looked = try await world.store.readRecords(for: "") { reader in
      let document = CollaborationWorld.document(1)
      return try reader.share(of: document).flatMap {
        try ShareRules.look(at: $0, in: container, limit: 2000, for: ann, reading: reader)
      }
    }
    let people = try #require(looked)
    #expect(people.participants.count == RecordLimits.shownParticipants - 1 && people.isMore)
    #expect(try await Self.open(world, .none).saved.count == 1)
  }

  @Test func `closing a link puts out who came in by it, at once, and nobody who was invited`()
    async throws
  {
    let world = try await Self.shared()
    _ = try await Self.open(world, .readWrite)
    _ = try await Self.enter(world, as: "cy", root: 70).get()
    let place = try world.zone("Notes", .shared, of: 1)
    #expect(try await world.changes(in: place, by: "cy").get().changes.count == 4)
    let closed = try await Self.open(world, .none)
    #expect(closed.revocations.map(\.lost.count) == [1])
    #expect(try await world.changes(in: place, by: "cy") == .failure(.zoneNotFound))
    #expect(try await world.changes(in: place, by: "ben").get().changes.count == 4)
    #expect(try await Self.enter(world, as: "cy", root: 71) == .failure(.notFound))
  }

  @Test func `nobody gets at private records through the name of one that they once hung below`()
    async throws
  {
    let world = try await Self.shared()
    let place = try world.zone("Notes", .shared, of: 1)
    _ = try await world.modify([try RecordWorld.note("page", "secret", parent: "diary")]).get()
    _ = try await world.modify(delete: ["diary"]).get()
    let taken = try await world.modify(
      [try RecordWorld.note("diary", parent: "list")], in: place, by: "ben"
    ).get()
    #expect(Self.refusals(taken) == [.permissionFailure])
    let page = try await world.fetch(["page"], in: place, by: "ben").get()
    #expect(page == [.failure(RecordFailure(.unknownItem))])
  }

  @Test func `to a participant what is not shared is as if it were not there`() async throws {
    let world = try await Self.shared()
    let place = try world.zone("Notes", .shared, of: 1)
    for name in ["diary", "nothing"] {
      let answer = try await world.modify(
        [
          try RecordWorld.note("a", parent: name),
          try RecordWorld.note("b", parent: "list", refers: ["to": (name, false)]),
        ], delete: [name], in: place, isAtomic: false, by: "ben"
      ).get()
      #expect(Self.refusals(answer) == [.referenceViolation, .referenceViolation])
      #expect(answer.deleted.map { (try? $0.get()) != nil } == [true])
    }
    let diary = try await world.fetch(["diary"]).get()
    #expect((try? diary[0].get()) != nil)
  }

  @Test func `a share ends also where its record goes with another`() async throws {
    let world = try await Self.shared()
    let place = try world.zone("Notes", .shared, of: 1)
    _ = try await world.modify(
      [
        try RecordWorld.note("book"),
        try RecordWorld.note("list", refers: ["in": ("book", true)]),
      ], checksTags: false
    ).get()
    #expect(try await world.modify(delete: ["book"]).get().revocations.count == 1)
    #expect(try await world.changes(in: place, by: "ben") == .failure(.zoneNotFound))
    #expect(try await world.fetch(["share"]).get() == [.failure(RecordFailure(.unknownItem))])
  }

  @Test func `only the owner shares, and what is shared exists`() async throws {
    let world = try await Self.shared()
    let place = try world.zone("Notes", .shared, of: 1)
    let bens = try await world.modify(
      [try RecordWorld.share("s2", of: "milk")], in: place, share: 2, by: "ben"
    ).get()
    #expect(Self.refusals(bens) == [.permissionFailure])
    let nothing = try await world.modify([try RecordWorld.share("s2", of: "nothing")], share: 2)
      .get()
    #expect(Self.refusals(nothing) == [.referenceViolation])
    let standard = try world.zone("_defaultZone")
    let there = try await world.modify(
      [try RecordWorld.note("x"), try RecordWorld.share("s2", of: "x")], in: standard, share: 2
    ).get()
    #expect(Self.refusals(there) == [nil, .permissionFailure])
  }
}
