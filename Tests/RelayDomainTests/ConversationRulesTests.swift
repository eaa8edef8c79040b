import GroveIdentity
import GroveTesting
import RelayDomain
import Testing

struct ConversationRulesTests {
  var world = RelayWorld(MemoryRelayStore())
  let id = RelayWorld.conversation(1)

  private func kinds(_ address: DeviceAddress) async throws -> [ConversationEvent.Kind] {
    try await world.entries(of: address).compactMap { entry in
      if case .conversation(let event) = entry.payload { event.kind } else { nil }
    }
  }

  @Test func `the caller is a member whether listed or not`() async throws {
    let people = try await world.people("ann", "ben", together: false)
    let created = try await world.create(id, [people[1].accountID], by: people[0].address()).get()
    #expect(created.members == people.map(\.accountID).sorted())
    #expect(created.version == 1)
  }

  @Test func `the same identifier and members again is no change, other members a conflict`()
    async throws
  {
    let people = try await world.people("ann", "ben", "cleo", together: false)
    let ann = people[0].address()
    let created = try await world.create(id, [people[1].accountID], name: "A", by: ann).get()
    #expect(try await world.create(id, [people[1].accountID], by: ann).get() == created)
    #expect(try await world.create(id, [people[2].accountID], by: ann).refusal == .conflict)
    #expect(try await world.create(id, [], by: people[2].address()).refusal == .conflict)
    #expect(try await kinds(people[1].address()) == [.created])
  }

  @Test func `members must have an account here`() async throws {
    let ann = try await world.people("ann", together: false)[0]
    let nobody = try RelayPerson("eve").accountID
    #expect(try await world.create(id, [nobody], by: ann.address()).refusal == .notFound)
    _ = try await world.create(id, [], by: ann.address()).get()
    #expect(try await world.change(id, add: [nobody], by: ann.address()).refusal == .notFound)
    #expect(try await kinds(ann.address()) == [.created])
  }

  @Test mutating func `a conversation has a limited number of members`() async throws {
    world.limits.membersPerConversation = 2
    let people = try await world.people("ann", "ben", "cleo", together: false)
    let (ann, ids) = (people[0].address(), people.map(\.accountID))
    #expect(try await world.create(id, ids, by: ann).refusal == .limitExceeded)
    _ = try await world.create(id, [ids[1]], by: ann).get()
    #expect(try await world.change(id, add: [ids[2]], by: ann).refusal == .limitExceeded)
  }

  @Test func `a name is removed by the empty text and kept when absent`() async throws {
    let ann = try await world.people("ann", together: false)[0].address()
    _ = try await world.create(id, [], name: "Soup", by: ann).get()
    #expect(try await world.change(id, by: ann).get().name == "Soup")
    #expect(try await world.change(id, name: "", by: ann).get().name == nil)
    #expect(try await world.change(id, name: "a\u{202E}b", by: ann).refusal == .malformed)
    let long = String(repeating: "x", count: 257)
    #expect(try await world.change(id, name: long, by: ann).refusal == .malformed)
    #expect(try await kinds(ann) == [.created, .renamed])
  }

  @Test func `everybody before and after is told, in the same order`() async throws {
    let people = try await world.people("ann", "ben", "cleo", together: false)
    let ids = people.map(\.accountID)
    _ = try await world.create(id, [ids[1]], by: people[0].address()).get()
    let changed = try await world.change(
      id, name: "Stew", add: [ids[2]], remove: [ids[1]], by: people[0].address()
    ).get()
    #expect(changed.members == [ids[0], ids[2]].sorted())
    for person in people[..<2] {
      #expect(try await kinds(person.address()) == [.created, .renamed, .added, .removed])
    }
    #expect(try await kinds(people[2].address()) == [.renamed, .added, .removed])
  }

  @Test func `repeating a change is no change`() async throws {
    let people = try await world.people("ann", "ben")
    let (ann, ben) = (people[0].address(), people[1].accountID)
    let first = try await world.change(id, name: "A", remove: [ben], by: ann).get()
    #expect(try await world.change(id, name: "A", remove: [ben], by: ann).get() == first)
    #expect(try await kinds(ann) == [.created, .renamed, .removed])
  }

  @Test func `adding and removing one account at once is malformed`() async throws {
    let people = try await world.people("ann", "ben")
    let ben = [people[1].accountID]
    let result = try await world.change(id, add: ben, remove: ben, by: people[0].address())
    #expect(result.refusal == .malformed)
  }

  @Test func `for everybody but its members there is no conversation`() async throws {
    let people = try await world.people("ann", "ben")
    let eve = try await world.people("eve", together: false)[0]
    let id = id
    #expect(try await world.change(id, name: "Mine", by: eve.address()).refusal == .notFound)
    let looked = try await world.store.read {
      try RelayRules.conversation(id, for: eve.address(), in: $0)
    }
    #expect(looked.refusal == .notFound)
    _ = try await world.change(id, remove: [people[1].accountID], by: people[1].address()).get()
    #expect(try await world.change(id, name: "B", by: people[1].address()).refusal == .notFound)
  }

  @Test func `the identifier of a conversation everybody has left is not given out again`()
    async throws
  {
    let ann = try await world.people("ann", together: false)[0]
    _ = try await world.create(id, [], by: ann.address()).get()
    let left = try await world.change(id, remove: [ann.accountID], by: ann.address()).get()
    #expect(left.members.isEmpty)
    #expect(try await world.create(id, [], by: ann.address()).refusal == .conflict)
  }

  private func setPhoto(_ bytes: [UInt8], by caller: DeviceAddress) async throws
    -> Result<ConversationRecord, RelayRefusal>
  {
    let (id, now, limits) = (id, world.now, world.limits)
    return try await world.store.change {
      try RelayRules.setPhoto(bytes, of: id, by: caller, now: now, limits: limits, in: $0)
    }.result
  }

  @Test func `a photo is an image by its first bytes, at most 256 KiB`() async throws {
    let ann = try await world.people("ann")[0].address()
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1]
    #expect(try await setPhoto(Array("<script>".utf8), by: ann).refusal == .malformed)
    let large = png + [UInt8](repeating: 0, count: 256 << 10)
    #expect(try await setPhoto(large, by: ann).refusal == .tooLarge)
    let set = try await setPhoto(png, by: ann).get()
    #expect(set.photoVersion == 2)
    #expect(try await setPhoto(png, by: ann).get() == set)
    #expect(try await setPhoto([], by: ann).get().photoVersion == nil)
    #expect(try await kinds(ann) == [.created, .photo, .photo])
  }

  @Test func `images are told apart by their first bytes`() {
    #expect(PhotoFormat(of: [0xFF, 0xD8, 0xFF, 0xE0]) == .jpeg)
    #expect(PhotoFormat(of: Array("RIFF1234WEBPVP8 ".utf8)) == .webp)
    #expect(PhotoFormat(of: Array("RIFF1234WAVE".utf8)) == nil)
    #expect(PhotoFormat(of: Array("GIF89a".utf8)) == nil)
    #expect(PhotoFormat(of: []) == nil)
  }
}
