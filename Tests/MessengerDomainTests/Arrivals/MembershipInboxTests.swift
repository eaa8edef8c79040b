import GroveIdentity
import GroveMessage
import GroveTesting
import Testing

@testable import MessengerDomain

struct MembershipInboxTests {
  let alice: TestAccount
  let bob: TestAccount
  let carol: TestAccount
  let mallory: TestAccount
  var world: TestWorld
  var identities: [AccountID: PreparedIdentity] = [:]

  init() throws {
    alice = try TestAccount("alice")
    bob = try TestAccount("bob")
    carol = try TestAccount("carol")
    mallory = try TestAccount("mallory")
    world = TestWorld(bob)
    for person in [alice, bob, carol] { identities[person.id] = try world.identity(person) }
    let map = identities.values.map(\.mapEntry)
    let mine = try #require(identities[bob.id])
    _ = try world.receive(
      .invitation(world.invitation(mine, map: map)), world.arrival(from: alice))
  }

  func root(_ person: TestAccount) throws -> RootHash { try #require(identities[person.id]).root }

  mutating func update(
    from sender: TestAccount, added: [IdentityMapEntry] = [], removed: [RootHash] = [],
    epoch: UInt64 = 42, isFromRemovedDevice: Bool = false
  ) throws -> CollaborationInbox.Outcome {
    try world.receive(
      .membershipUpdate(
        MembershipUpdate(
          audience: TestPeople.docs, collaborationID: TestPeople.collaboration, epoch: epoch,
          added: added, removed: removed)),
      world.arrival(from: sender, message: 9, isFromRemovedDevice: isFromRemovedDevice))
  }

  func participants() throws -> KnownParticipants {
    try KnownParticipants(TestWorld.key, reader: world.rows)
  }

  @Test mutating func `the inviter's update is taken over`() throws {
    let dave = try TestAccount("dave")
    let new = try world.identity(dave).mapEntry
    guard
      case .membership(_, removedMe: false) = try update(
        from: alice, added: [new], removed: [root(carol)])
    else { Issue.record("refused"); return }
    #expect(try participants().accounts == [alice.id, bob.id, dave.id])
    #expect(try participants().account(of: new.root) == dave.id)
    #expect(try participants().account(of: root(carol)) == nil)
  }

  @Test mutating func `nobody but the inviter changes who takes part`() throws {
    let before = world.rows.sharingValues(kind: KnownMembership.kind, prefix: [])
    #expect(try update(from: mallory, removed: [root(carol)]).dropped == "not_from_inviter")
    #expect(try update(from: carol, removed: [root(bob)]).dropped == "not_from_inviter")
    #expect(
      try update(from: alice, removed: [root(carol)], isFromRemovedDevice: true).dropped
        == "removed_device")
    #expect(world.rows.sharingValues(kind: KnownMembership.kind, prefix: []) == before)
  }

  @Test mutating func `my own removal ends my invitation`() throws {
    guard
      case .membership(_, removedMe: true) = try update(from: alice, removed: [root(bob)])
    else { Issue.record("refused"); return }
    #expect(try ReceivedInvitation.usable(TestWorld.key, world.rows).isEmpty)
  }

  @Test mutating func `a stranger's own invitation does not let it back in or redirect mentions`()
    throws
  {
    _ = try update(from: alice, removed: [root(carol)])
    // Carol, removed but still in the conversation, invites bob to the same collaboration.
    let mine = try world.identity(bob)
    let hers = try world.identity(carol)
    let lie = IdentityMapEntry(account: carol.id, root: try root(alice))
    var map = [mine.mapEntry, hers.mapEntry]
    _ = try world.receive(
      .invitation(world.invitation(mine, map: map)), world.arrival(from: carol, message: 3))
    #expect(try participants().membership(of: carol.id) == nil)
    map = [mine.mapEntry, lie]
    let second = try world.identity(bob)
    _ = try world.receive(
      .invitation(world.invitation(second, map: [second.mapEntry, lie])),
      world.arrival(from: mallory, message: 4))
    #expect(try participants().account(of: root(alice)) == alice.id)
  }

  @Test mutating func `updates in any order lead to the same people`() throws {
    let dave = try TestAccount("dave")
    let entry = try world.identity(dave).mapEntry
    var other = self
    _ = try update(from: alice, added: [entry], epoch: 42)
    _ = try update(from: alice, removed: [entry.root], epoch: 43)
    _ = try other.update(from: alice, removed: [entry.root], epoch: 43)
    _ = try other.update(from: alice, added: [entry], epoch: 42)
    #expect(try participants().accounts == other.participants().accounts)
    #expect(try participants().account(of: entry.root) == nil)
    #expect(try other.participants().account(of: entry.root) == nil)
  }

  @Test mutating func `a replaced identity keeps its person and ends the old invitation`() throws {
    let old = try root(bob)
    let new = try world.identity(bob)
    _ = try update(from: alice, added: [new.mapEntry], removed: [old])
    #expect(try participants().account(of: new.root) == bob.id)
    #expect(try participants().account(of: old) == nil)
    #expect(try participants().membership(of: bob.id) != nil)
    #expect(try ReceivedInvitation.usable(TestWorld.key, world.rows).isEmpty)
    let map = try [new.mapEntry, #require(identities[alice.id]).mapEntry]
    _ = try world.receive(
      .invitation(world.invitation(new, map: map, epoch: 42)),
      world.arrival(from: alice, message: 5))
    #expect(try ReceivedInvitation.usable(TestWorld.key, world.rows).map(\.root) == [new.root])
  }
}
