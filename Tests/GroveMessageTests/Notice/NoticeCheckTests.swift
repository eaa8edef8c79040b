import GroveIdentity
import GroveMessage
import GroveTesting
import Testing

/// Protocol 12.4, 12.5, 12.7.
@Suite struct NoticeCheckTests {
  let me = CollaborationMembershipTests.account(1)
  let charlie = CollaborationMembershipTests.account(2)
  let server: SigningKey
  var check: NoticeCheck

  init() throws {
    server = try SigningKey(scalar: [UInt8](repeating: 3, count: 32))
    var invitation = try ContentTests.invitation()
    invitation.identityMap = [1, 2, 3].map {
      IdentityMapEntry(
        account: CollaborationMembershipTests.account($0),
        root: CollaborationMembershipTests.root($0))
    }
    check = NoticeCheck(
      membership: CollaborationMembership(invitation, from: me),
      myRoots: [CollaborationMembershipTests.root(1)], publishedKeys: ["k1": server.publicKey])
  }

  private func judge(_ notice: Notice, from sender: AccountID? = nil) -> Result<
    NoticeAuthenticity, NoticeRefusal
  > {
    check.judge(notice, from: sender ?? charlie, isFromRemovedDevice: false)
  }

  private func attested(_ kind: NoticeKind, actor: UInt8 = 2, key: SigningKey? = nil) throws
    -> Notice
  {
    var notice = try ContentTests.notice(.post(kind, root: nil))
    let root = CollaborationMembershipTests.root(actor)
    let signed = NoticeAttestation.signedBytes(
      audience: notice.audience, collaborationID: notice.collaborationID,
      noticeID: notice.noticeID, kind: kind, at: notice.at, actorRoot: root)
    notice.attestation = NoticeAttestation(
      keyID: "k1", root: root, signature: Base64URLBytes(try (key ?? server).sign(signed)))
    return notice
  }

  @Test func `a participant's notice is shown as its app's word`() throws {
    #expect(try judge(ContentTests.notice()) == .success(.claimed))
    #expect(try judge(ContentTests.notice(.clear)) == .success(.claimed))
  }

  @Test func `a notice the server vouches for is shown as fact`() throws {
    #expect(try judge(attested(.edit)) == .success(.attested))
  }

  @Test func `an attestation of another actor, key or event is no more than a claim`() throws {
    #expect(try judge(attested(.edit, actor: 3)) == .success(.claimed))
    let stranger = try SigningKey(scalar: [UInt8](repeating: 4, count: 32))
    #expect(try judge(attested(.edit, key: stranger)) == .success(.claimed))
    var changed = try attested(.edit)
    changed.at += 1
    #expect(judge(changed) == .success(.claimed))
    changed = try attested(.edit)
    changed.action = .post(.comment, root: nil)
    #expect(judge(changed) == .success(.claimed))
    changed = try attested(.edit)
    changed.attestation?.keyID = "k2"
    #expect(judge(changed) == .success(.claimed))
  }

  @Test func `that something was deleted or somebody removed needs the server's word`() throws {
    for kind in [NoticeKind.deleted, .removedCollaborator] {
      #expect(
        try judge(ContentTests.notice(.post(kind, root: nil))) == .failure(.attestationRequired))
      #expect(try judge(attested(kind)) == .success(.attested))
    }
  }

  @Test func `only the mentioned person sees a mention`() throws {
    let mine = try ContentTests.notice(
      .post(.mention, root: CollaborationMembershipTests.root(1)))
    #expect(judge(mine) == .success(.claimed))
    let other = try ContentTests.notice(
      .post(.mention, root: CollaborationMembershipTests.root(3)))
    #expect(judge(other) == .failure(.mentionsAnother))
  }

  @Test func `a removed participant, stranger or removed device is not heard`() throws {
    let notice = try ContentTests.notice()
    let stranger = CollaborationMembershipTests.account(9)
    #expect(judge(notice, from: stranger) == .failure(.senderNotParticipant))
    #expect(
      check.judge(notice, from: charlie, isFromRemovedDevice: true) == .failure(.removedDevice))
    var after = check
    let update = MembershipUpdate(
      audience: notice.audience, collaborationID: notice.collaborationID, epoch: 99, added: [],
      removed: [CollaborationMembershipTests.root(2)])
    #expect(after.membership.apply(update, from: me) == nil)
    #expect(
      after.judge(notice, from: charlie, isFromRemovedDevice: false)
        == .failure(.senderNotParticipant))
  }

  @Test func `a notice about another collaboration or audience is dropped`() throws {
    var notice = try ContentTests.notice()
    notice.audience = try Origin("https://evil.example")
    #expect(judge(notice) == .failure(.otherCollaboration))
  }
}
