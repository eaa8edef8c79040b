import GroveIdentity
import GroveMessage
import GroveSystem
import GroveTesting
import Testing

@testable import MessengerDomain

struct MembershipRulesTests {
  let alice: TestAccount
  let bob: TestAccount
  let carol: TestAccount
  let dave: TestAccount
  var world: TestWorld
  let notes: CollaborationKey

  init() throws {
    alice = try TestAccount("alice")
    bob = try TestAccount("bob", devices: 2)
    carol = try TestAccount("carol")
    dave = try TestAccount("dave")
    world = TestWorld(alice)
    notes = CollaborationKey(
      audience: TestPeople.docs, collaborationID: try CollaborationID("notes"))
  }

  mutating func share(
    _ key: CollaborationKey, _ title: String, with people: [TestAccount]
  ) throws {
    var shared = SharedCollaboration(
      collaboration: key, conversationID: TestWorld.conversation,
      link: "https://docs.example/d/1", title: title, optionsSummary: "",
      epoch: DecimalUInt64(1),
      metadata: CollaborationMetadata(localIdentifier: "", title: title), participants: [])
    for person in people {
      let identity = try world.identity(person, key: key)
      shared.add(identity.mapEntry, statement: identity.statement.reference)
    }
    try world.put(shared)
  }

  func offer(_ members: [TestAccount], version: UInt64 = 2) throws -> MembershipOffer? {
    try MembershipRules.offer(
      .init(
        conversationID: TestWorld.conversation, version: version, members: members.map(\.id)),
      myAccount: alice.id, reader: world.rows)
  }

  @Test mutating func `the plan says for each document who gains and who loses`() throws {
    try share(TestWorld.key, "Recipes", with: [alice, bob, carol])
    try share(notes, "Notes", with: [alice, bob])
    let offer = try #require(try self.offer([alice, carol, dave]))
    let plan = Dictionary(uniqueKeysWithValues: offer.documents.map { ($0.title, $0) })
    #expect(plan["Recipes"]?.gains == [dave.id] && plan["Recipes"]?.loses == [bob.id])
    #expect(plan["Notes"]?.gains == [carol.id, dave.id].sorted())
    #expect(plan["Notes"]?.loses == [bob.id])
  }

  @Test mutating func `a document that has ended for everybody is in no plan`() throws {
    try share(TestWorld.key, "Recipes", with: [alice, bob])
    try share(notes, "Notes", with: [alice, bob])
    try world.put(ToldEnding(collaboration: TestWorld.key, how: .stopped, order: 1))
    // That this person has no access says nothing of the others.
    try world.put(ToldEnding(collaboration: notes, how: .removed, order: 1))
    #expect(try offer([alice, carol])?.documents.map(\.title) == ["Notes"])
    try world.put(ToldEnding(collaboration: notes, how: .deleted, order: 0))
    #expect(try offer([alice, carol]) == nil)
  }

  @Test mutating func `who left may come back, and who was taken out has nothing to lose`() throws {
    try share(TestWorld.key, "Recipes", with: [alice, bob, carol])
    let map = try #require(
      try MembershipRules.shared(in: TestWorld.conversation, world.rows).first
    ).identityMap
    let roots = Dictionary(uniqueKeysWithValues: map.map { ($0.account, $0.root) })
    func tell(_ who: TestAccount, by actor: TestAccount, _ kind: NoticeKind = .removedCollaborator)
      throws
    {
      let root = try #require(roots[who.id])
      let notice = Notice(
        noticeID: .zero, audience: TestWorld.key.audience,
        collaborationID: TestWorld.key.collaborationID, action: .post(kind, root: root), at: 0,
        counter: 1)
      let deed = DocumentRules.Deed(notice, by: roots[actor.id], isOwn: false, receivedAt: 0)
      let changes = try DocumentRules.told(deed, of: TestWorld.key, in: world.rows)
      for change in changes { world.rows.apply(change) }
    }
    try tell(bob, by: bob)
    try tell(carol, by: alice)
    let gone = try #require(try offer([alice])?.documents.first)
    #expect(gone.loses == [bob.id] && gone.left == [bob.id])
    try tell(bob, by: bob, .addedCollaborator)
    let back = try #require(try offer([alice])?.documents.first)
    #expect(back.loses == [bob.id] && back.left.isEmpty)
    try tell(bob, by: alice)
    #expect(try offer([alice]) == nil)
  }

  @Test mutating func `a document whose people are the conversation's is in no plan`() throws {
    try share(TestWorld.key, "Recipes", with: [alice, bob])
    try share(notes, "Notes", with: [alice, bob, carol])
    let offer = try #require(try self.offer([alice, bob, carol]))
    #expect(offer.documents.map(\.title) == ["Recipes"])
    #expect(try self.offer([alice, bob, carol, dave])?.documents.count == 2)
  }

  @Test mutating func `without a change there is no offer, nor for what others shared`() throws {
    #expect(try offer([alice, bob]) == nil)
    try share(TestWorld.key, "Recipes", with: [alice, bob])
    #expect(try offer([alice, bob]) == nil)
  }

  @Test mutating func `not now holds until the conversation changes again`() throws {
    try share(TestWorld.key, "Recipes", with: [alice, bob])
    try world.put(
      MembershipRules.Dismissal(
        conversationID: TestWorld.conversation, version: DecimalUInt64(2)))
    #expect(try offer([alice, bob, carol], version: 2) == nil)
    #expect(try offer([alice, bob, carol], version: 3) != nil)
  }

  @Test mutating func `somebody who left the conversation is offered nothing`() throws {
    try share(TestWorld.key, "Recipes", with: [alice, bob])
    #expect(try offer([bob, carol]) == nil)
  }

  @Test mutating func `who goes loses every root they were given`() throws {
    try share(TestWorld.key, "Recipes", with: [alice, bob, bob])
    let document = try #require(try self.offer([alice])?.documents.first)
    let shared = try #require(
      try MembershipRules.shared(in: TestWorld.conversation, world.rows).first)
    let procedure = ShareProcedure.membership(
      document, shared, procedureID: RequestID(unchecked: [UInt8](repeating: 1, count: 16)))
    #expect(procedure.removed.count == 2 && procedure.participants.isEmpty)
  }

  @Test mutating func `after a replacement of unknown end every root of the account goes`() throws {
    try share(TestWorld.key, "Recipes", with: [alice, bob])
    var shared = try #require(
      try MembershipRules.shared(in: TestWorld.conversation, world.rows).first)
    let old = try #require(shared.identityMap.first { $0.account == bob.id }).root
    let possible = try world.identity(bob).mapEntry
    shared.add(possible, isSuspect: true)
    #expect(shared.identityMap.first { $0.account == bob.id }?.root == old)
    let procedure = ShareProcedure.renewal(
      of: [IdentityMapEntry(account: bob.id, root: old)], in: shared, standing: shared,
      procedureID: RequestID(unchecked: [UInt8](repeating: 1, count: 16)))
    #expect(procedure.purpose == .membership && procedure.participants == [bob.id])
    #expect(Set(procedure.removed) == [old, possible.root])
  }
}
