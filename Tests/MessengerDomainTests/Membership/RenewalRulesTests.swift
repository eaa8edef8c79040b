import GroveIdentity
import GroveMessage
import GroveSystem
import GroveTesting
import Testing

@testable import MessengerDomain

/// Participants whose devices changed, and who of them is let in unasked (protocol 12.2).
struct RenewalRulesTests {
  let alice: TestAccount
  var bob: TestAccount
  var carol: TestAccount
  var state = MemoryMessengerState()

  /// Alice has shared something with Bob, who has two devices, and with Carol, who has one.
  init() throws {
    alice = try TestAccount("alice")
    bob = try TestAccount("bob", devices: 2)
    carol = try TestAccount("carol")
    var world = TestWorld(alice)
    var shared = SharedCollaboration(
      collaboration: TestWorld.key, conversationID: TestWorld.conversation,
      link: "https://docs.example/d/1", title: "Recipes", optionsSummary: "",
      epoch: DecimalUInt64(1),
      metadata: CollaborationMetadata(localIdentifier: "", title: "Recipes"), participants: [])
    for person in [alice, bob, carol] {
      let identity = try world.identity(person)
      shared.add(identity.mapEntry, statement: identity.statement.reference)
      try know(person)
    }
    try state.apply(.sharing(.put(shared)))
  }

  mutating func know(_ person: TestAccount) throws {
    let account = KnownAccount(
      handle: "somebody", name: "Somebody", chain: person.chain, kemKeys: [],
      refreshedAt: TestAccount.t0)
    try state.apply(.storeAccount(StoredAccount(account: account)))
  }

  mutating func choose(_ isWanted: Bool) throws {
    let decision = try MembershipRules.chooseToLetIn(isWanted, in: state)
    for change in decision.changes { try state.apply(.sharing(change)) }
  }

  mutating func addDevice() throws {
    try carol.change(to: carol.devices + [TestDevice("carol 2")])
    try know(carol)
  }

  mutating func removeDevice() throws {
    try bob.change(to: [bob.devices[0]])
    try know(bob)
  }

  var unasked: [AccountID] {
    get throws {
      try MembershipRules.renewedUnasked(MembershipRules.renewals(in: state), in: state)
        .map(\.account)
    }
  }

  @Test mutating func `a removed device asks for a new identity, an added one may`() throws {
    #expect(try MembershipRules.renewals(in: state).isEmpty)
    try removeDevice()
    try addDevice()
    let found = try MembershipRules.renewals(in: state)
    #expect(found.count == 2)
    #expect(found.first { $0.account == bob.id }?.reason == .deviceRemoved)
    let added = try #require(found.first { $0.account == carol.id })
    #expect(added.reason == .deviceAdded && added.title == "Recipes" && !added.isAlarmed)
    #expect(added.since == carol.chain.newest.issuedAt)
  }

  @Test mutating func `what was taken from somebody is not renewed, what they have besides is`()
    throws
  {
    let row = try #require(try state.records(SharedCollaboration.self).first)
    let taken = try #require(row.participants.first { $0.account == bob.id })
    var again = row
    again.add(
      IdentityMapEntry(account: bob.id, root: ShareProcedureTests.root(bob.id, 1)),
      statement: taken.statement)
    try state.apply(.sharing(.put(again)))
    try state.apply(
      .sharing(.put(ToldGone(collaboration: TestWorld.key, roots: [taken.root]))))
    try removeDevice()
    #expect(
      try MembershipRules.renewals(in: state).map(\.root) == [ShareProcedureTests.root(bob.id, 1)])
    // They went by themselves: it is theirs still.
    try state.apply(
      .sharing(.put(ToldLeft(collaboration: TestWorld.key, roots: [taken.root]))))
    #expect(try MembershipRules.renewals(in: state).count == 2)
  }

  @Test mutating func `whoever has none of their devices any more waits with others`() throws {
    try bob.change(to: [TestDevice("bob anew")])
    try know(bob)
    #expect(try MembershipRules.renewals(in: state).map(\.reason) == [.devicesReplaced])
    #expect(try unasked == [bob.id])
  }

  @Test mutating func `a device that takes no part changes no identity`() throws {
    try carol.change(to: carol.devices + [TestDevice("reader", flags: [])])
    try know(carol)
    #expect(try MembershipRules.renewals(in: state).isEmpty)
  }

  @Test
  mutating func `a removed device is renewed unasked, an added one where the person chose so`()
    throws
  {
    try removeDevice()
    try addDevice()
    #expect(try unasked == [bob.id])
    try choose(true)
    #expect(try Set(unasked) == [bob.id, carol.id])
    try choose(false)
    #expect(try unasked == [bob.id])
  }

  @Test mutating func `whoever chooses it has those looked at again that wait already`() throws {
    try addDevice()
    try choose(true)
    #expect(
      try state.records(MembershipRules.ChangedDevices.self).map(\.account) == [carol.id])
  }

  @Test mutating func `where an alarm stands about an account nothing happens by itself`() throws {
    try removeDevice()
    try addDevice()
    try choose(true)
    for person in [bob.id, carol.id] {
      try state.apply(.raise(Alarm(.fork, accountID: person, raisedAt: 1)))
    }
    #expect(try unasked.isEmpty)
    #expect(try MembershipRules.renewals(in: state).allSatisfy(\.isAlarmed))
  }
}
