import CollaborationDomain
import GroveIdentity
import GroveTesting
import Testing

extension NoticeRulesTests {
  @Test
  func
    `who has an identity in each of several conversations is told of under each, and by name`()
    async throws
  {
    let hall = try await Hall(hearing: [(2, "bob"), (3, "eve")])
    _ = try await hall.world.update(add: [4], request: 5).get()
    _ = try await hall.world.grant(4, to: "ann", nonce: 9).get()
    for notice in try await hall.waiting() {
      try await hall.note(.sent, of: notice, at: hall.world.now)
    }
    let both = Set([1, 4].map(CollaborationWorld.root))
    _ = try await hall.world.append(1, by: "ann").get()
    _ = try await hall.waiting(after: 1000)
    let edits = try await hall.survey(at: hall.world.now + 1000).due
    #expect(edits.count == 2 && edits.allSatisfy { $0.notice.action.name == "The ann" })
    #expect(edits.allSatisfy { Set([$0.actorRoot] + $0.otherActorRoots) == both })
    for one in edits { try await hall.note(.sent, of: one.notice, at: hall.world.now) }
    // Whom the owner has removed, nobody who does not know them needs to hear of.
    _ = try await hall.world.update(remove: [3], request: 7).get()
    let removals = try await hall.waiting(after: 1000)
    #expect(!removals.isEmpty && removals.allSatisfy { $0.action.name == nil })
    for one in removals { try await hall.note(.sent, of: one, at: hall.world.now) }
    let (id, ann) = (hall.id, try hall.world.call("ann"))
    _ = try await hall.world.store.change {
      try SharingRules.end(id, onlyUnused: false, for: ann, reading: $0)
    }.get()
    let ends = try await hall.waiting(after: 1000)
    #expect(ends.count == 1 && ends.allSatisfy { both.contains($0.action.actorRoot) })
    #expect(ends.allSatisfy { $0.action.name?.isEmpty == false })
  }

  @Test func `who is removed with all their identities is told of under each, and hears it once`()
    async throws
  {
    let hall = try await Hall(hearing: [(2, "bob"), (3, "eve")])
    _ = try await hall.world.update(add: [4, 5], persons: [4: 2, 5: 2], request: 5).get()
    _ = try await hall.world.grant(4, to: "bob", nonce: 9).get()
    for one in try await hall.waiting(after: 1000) {
      try await hall.note(.sent, of: one, at: hall.world.now + 1000)
    }
    _ = try await hall.world.update(remove: [5], request: 6).get()
    let told = try await hall.waiting(after: 1000)
    let (bob, eve) = (
      try CollaborationWorld.account("bob"), try CollaborationWorld.account("eve")
    )
    let heard = told.filter { $0.address.account == eve }.map(\.action.subject)
    #expect(Set(heard) == Set([2, 4, 5].map(CollaborationWorld.root)) && heard.count == 3)
    #expect(told.count { $0.address.account == bob } == 1)
  }

  @Test func `who keeps another identity goes on hearing, and nobody is told that they went`()
    async throws
  {
    let hall = try await Hall(hearing: [(2, "bob"), (3, "eve")])
    _ = try await hall.world.update(add: [4], persons: [4: 2], request: 5).get()
    _ = try await hall.world.grant(4, to: "bob", nonce: 9).get()
    for one in try await hall.waiting(after: 1000) {
      try await hall.note(.sent, of: one, at: hall.world.now + 1000)
    }
    _ = try await hall.world.update(remove: [2], only: true, request: 6).get()
    #expect(try await hall.waiting(after: 2000).isEmpty)
    _ = try await hall.world.append(1, by: "ann").get()
    let bob = try CollaborationWorld.account("bob")
    let heard = try await hall.waiting(after: 3000).filter { $0.address.account == bob }
    #expect(heard.map(\.address.root) == [CollaborationWorld.root(4)])
  }

  @Test
  func
    `who does something is told with the name that the app shows, and whom the owner adds without`()
    async throws
  {
    let hall = try await Hall(hearing: [(3, "eve")])
    _ = try await hall.world.append(1, by: "bob").get()
    _ = try await hall.world.append(
      2, .comment, mentioning: [CollaborationWorld.root(3)], by: "bob"
    ).get()
    _ = try await hall.world.update(add: [4], request: 5).get()
    let told = try await hall.waiting(after: 1000)
    let names = Dictionary(told.map { ($0.action.kind, $0.action.name) }) { $1 }
    #expect(names == [.edit: "The bob", .mention: "The bob", .addedCollaborator: nil])
    for one in told { try await hall.note(.sent, of: one, at: hall.world.now + 1000) }
    _ = try await hall.world.grant(4, to: "dora", nonce: 9).get()
    let joined = try #require(try await hall.waiting(after: 2000).first)
    // Her account was made in the very transaction in which she came.
    #expect(joined.action.name == "The dora" && !joined.action.namesSubject)
  }

  @Test
  func `who is mentioned in a comment hears of that, and of the comment not besides`() async throws
  {
    let hall = try await Hall(hearing: [(2, "bob"), (3, "eve")])
    let bob = CollaborationWorld.root(2)
    _ = try await hall.world.append(1, .comment, mentioning: [bob], by: "ann").get()
    let told = try await hall.waiting(after: 250)
    #expect(told.filter { $0.address.root == bob }.map(\.action.kind) == [.mention])
    #expect(told.filter { $0.address.root != bob }.map(\.action.kind) == [.comment])
    for one in told { try await hall.note(.sent, of: one, at: hall.world.now) }
    // One more in the same breath that mentions nobody is told them as well.
    _ = try await hall.world.append(2, .comment, mentioning: [bob], by: "ann").get()
    _ = try await hall.world.append(3, .comment, by: "ann").get()
    let both = try await hall.waiting(after: 250).filter { $0.address.root == bob }
    #expect(Set(both.map(\.action.kind)) == [.mention, .comment])
  }

  @Test
  func `who is mentioned by an identity that they have in another conversation hears of it once`()
    async throws
  {
    let hall = try await Hall(hearing: [(2, "bob"), (3, "eve")])
    _ = try await hall.world.update(add: [4], request: 5).get()
    _ = try await hall.world.grant(4, to: "bob", nonce: 9).get()
    for one in try await hall.waiting(after: 1000) {
      try await hall.note(.sent, of: one, at: hall.world.now + 1000)
    }
    let his = [2, 4].map(CollaborationWorld.root)
    for (number, mentioned) in [[his[1]], his].enumerated() {
      _ = try await hall.world.append(number, .comment, mentioning: mentioned, by: "ann").get()
      let told = try await hall.waiting(after: 3000).filter { $0.address.root == his[0] }
      #expect(told.map(\.action.kind) == [.mention])
      #expect(told.first?.action.subject == mentioned.first)
      for one in told { try await hall.note(.sent, of: one, at: hall.world.now + 3000) }
    }
  }

  @Test func `of who goes while another does each hears by whose hand they went`() async throws {
    let hall = try await Hall(hearing: [(2, "bob"), (3, "eve")])
    let (id, bob) = (hall.id, try hall.world.call("bob"))
    _ = try await hall.world.store.change {
      try IdentityRules.leave(id, for: bob, reading: $0)
    }.get()
    _ = try await hall.world.update(remove: [3], request: 5).get()
    let told = try await hall.waiting()
    #expect(told.count == 2 && told.allSatisfy { $0.action.subject == $0.address.root })
    let hands = Dictionary(told.map { ($0.address.root, $0.action.actorRoot) }) { $1 }
    #expect(hands[CollaborationWorld.root(2)] == CollaborationWorld.root(2))
    #expect(hands[CollaborationWorld.root(3)] == CollaborationWorld.root(1))
    let last = try await hall.world.store.read {
      try $0.noticeAddresses(in: id, after: nil, limit: 9, isLast: true)
    }
    #expect(last.isEmpty)
  }
}
