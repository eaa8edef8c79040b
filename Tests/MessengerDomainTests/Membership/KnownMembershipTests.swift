import GroveIdentity
import GroveMessage
import GroveSystem
import Testing

@testable import MessengerDomain

struct KnownMembershipTests {
  /// An inviter can fill its list, and nothing ties the people in it to a conversation.
  @Test func `a list that is full by the time somebody loses one of two identities stays as it is`()
    throws
  {
    func entry(_ account: Int, root: Int) -> IdentityMapEntry {
      func bytes(_ number: Int) -> [UInt8] {
        [UInt8(number >> 8), UInt8(number & 255)] + [UInt8](repeating: 7, count: 30)
      }
      return IdentityMapEntry(
        account: AccountID(unchecked: bytes(account)), root: RootHash(unchecked: bytes(root)))
    }
    let inviter = entry(0, root: 0).account
    var known = KnownMembership(
      TestWorld.key, inviter: inviter, order: 1,
      identityMap: (0..<256).map { entry($0, root: $0) }, epoch: 1)
    func apply(_ epoch: UInt64, added: [IdentityMapEntry], removed: [RootHash] = []) {
      let update = MembershipUpdate(
        audience: TestWorld.key.audience, collaborationID: TestWorld.key.collaborationID,
        epoch: epoch, added: added, removed: removed)
      #expect(known.apply(update, from: inviter) == nil)
    }
    let second = entry(9, root: 1000)
    apply(2, added: [second])
    apply(3, added: [entry(300, root: 300)], removed: [second.root])
    #expect(known.members.members.count == 256 && known.members.root(of: second.account) == nil)
    #expect(known.roots[entry(9, root: 9).root] == second.account)
  }
}
