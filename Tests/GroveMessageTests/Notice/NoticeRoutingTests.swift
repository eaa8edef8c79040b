import GroveIdentity
import GroveMessage
import GroveTesting
import Testing

/// Protocol 12.5, P11.
@Suite struct NoticeRoutingTests {
  let accounts = (1...3).map { CollaborationMembershipTests.account(UInt8($0)) }
  let membership: CollaborationMembership

  init() throws {
    var invitation = try ContentTests.invitation()
    invitation.identityMap = (1...3).map {
      IdentityMapEntry(
        account: CollaborationMembershipTests.account(UInt8($0)),
        root: CollaborationMembershipTests.root(UInt8($0)))
    }
    membership = CollaborationMembership(invitation, from: accounts[0])
  }

  private func recipients(_ action: Notice.Action, me: AccountID? = nil) throws -> Result<
    [AccountID], NoticeRouting.Refusal
  > {
    NoticeRouting.recipients(
      of: try ContentTests.notice(action), in: membership, me: me ?? accounts[0])
  }

  @Test func `a mention goes to exactly one account`() throws {
    let mention = Notice.Action.post(.mention, root: CollaborationMembershipTests.root(2))
    #expect(try recipients(mention) == .success([accounts[1]]))
  }

  @Test func `a mention of nobody's root goes nowhere`() throws {
    let mention = Notice.Action.post(.mention, root: CollaborationMembershipTests.root(9))
    #expect(try recipients(mention) == .failure(.unknownRoot))
    #expect(try recipients(.post(.mention, root: nil)) == .failure(.unknownRoot))
  }

  @Test func `everything else goes to every other participant`() throws {
    for kind in NoticeKind.allCases where kind != .mention {
      let action = Notice.Action.post(kind, root: CollaborationMembershipTests.root(2))
      #expect(try recipients(action) == .success([accounts[1], accounts[2]]))
    }
    #expect(try recipients(.clear, me: accounts[1]) == .success([accounts[0], accounts[2]]))
  }

  @Test func `somebody who is no participant posts nothing`() throws {
    let stranger = CollaborationMembershipTests.account(9)
    #expect(try recipients(.post(.edit, root: nil), me: stranger) == .failure(.notParticipant))
    var other = try ContentTests.notice()
    other.collaborationID = try CollaborationID("other")
    #expect(
      NoticeRouting.recipients(of: other, in: membership, me: accounts[0])
        == .failure(.otherCollaboration))
  }
}
