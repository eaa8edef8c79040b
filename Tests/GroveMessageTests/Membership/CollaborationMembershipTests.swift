import GroveIdentity
import GroveMessage
import GroveTesting
import Testing

@Suite struct CollaborationMembershipTests {
  let inviter = Self.account(1)
  let start: CollaborationMembership

  static func account(_ number: UInt8) -> AccountID {
    AccountID(unchecked: [UInt8](repeating: number, count: 32))
  }

  static func root(_ number: UInt8) -> RootHash {
    RootHash(unchecked: [UInt8](repeating: number, count: 32))
  }

  init() throws {
    var invitation = try ContentTests.invitation()
    invitation.identityMap = [
      IdentityMapEntry(account: Self.account(1), root: Self.root(1)),
      IdentityMapEntry(account: Self.account(2), root: Self.root(2)),
    ]
    invitation.epoch = DecimalUInt64(10)
    start = CollaborationMembership(invitation, from: Self.account(1))
  }

  private func update(
    _ epoch: UInt64, add: [(UInt8, UInt8)] = [], remove: [UInt8] = []
  ) -> MembershipUpdate {
    MembershipUpdate(
      audience: start.audience, collaborationID: start.collaborationID, epoch: epoch,
      added: add.map { IdentityMapEntry(account: Self.account($0.0), root: Self.root($0.1)) },
      removed: remove.map(Self.root))
  }

  @Test func `the inviter's update adds and removes`() {
    var members = start
    let refusal = members.apply(update(11, add: [(3, 3)], remove: [2]), from: inviter)
    #expect(refusal == nil)
    #expect(members.root(of: Self.account(3)) == Self.root(3))
    #expect(members.root(of: Self.account(2)) == nil)
    #expect(members.account(of: Self.root(3)) == Self.account(3))
    #expect(members.account(of: Self.root(2)) == nil)
  }

  @Test func `an update from anybody else is not believed unless attested`() {
    var members = start
    let change = update(11, remove: [1])
    #expect(members.apply(change, from: Self.account(2)) == .notFromInviter)
    #expect(members == start)
    #expect(members.apply(change, from: Self.account(2), isAttested: true) == nil)
    #expect(members.root(of: Self.account(1)) == nil)
  }

  @Test func `an update about another collaboration changes nothing`() throws {
    var members = start
    var other = update(11, remove: [1])
    other.collaborationID = try CollaborationID("another")
    #expect(members.apply(other, from: inviter) == .otherCollaboration)
    #expect(members == start)
  }

  @Test func `a root cannot pass to a second account`() {
    var members = start
    #expect(members.apply(update(11, add: [(3, 2)]), from: inviter) == .rootTaken)
    #expect(members == start)
  }

  @Test func `updates in any order lead to the same members`() {
    let updates = [
      update(11, add: [(3, 3)]), update(12, add: [(3, 4)], remove: [3]),
      update(13, add: [(4, 5)], remove: [2]), update(14, remove: [4]),
    ]
    var expected = start
    for change in updates { #expect(expected.apply(change, from: inviter) == nil) }
    var random = SeededGenerator(seed: 12)
    for _ in 0..<50 {
      var members = start
      for change in updates.shuffled(using: &random) {
        #expect(members.apply(change, from: inviter) == nil)
      }
      #expect(members == expected)
    }
    #expect(expected.root(of: Self.account(3)) == nil)
    #expect(expected.root(of: Self.account(4)) == Self.root(5))
  }

  @Test func `a late copy of an addition does not bring a removed person back`() {
    var members = start
    #expect(members.apply(update(12, remove: [3]), from: inviter) == nil)
    #expect(members.apply(update(11, add: [(3, 3)]), from: inviter) == nil)
    #expect(members.root(of: Self.account(3)) == nil)
  }

  @Test func `it survives being stored`() throws {
    var members = start
    #expect(members.apply(update(11, add: [(3, 3)], remove: [2]), from: inviter) == nil)
    let stored = try StrictJSON.encode(members)
    #expect(try StrictJSON.decode(CollaborationMembership.self, from: stored) == members)
  }
}
