import GroveIdentity
import GroveMessage
import GroveSystem
import Testing

@testable import MessengerDomain

/// The same procedure for what is shared already: nobody is asked to start, nothing is ended.
struct MembershipProcedureTests {
  typealias Share = ShareProcedureTests
  static let gone = Share.root(Share.account(9))

  static func change(_ added: [AccountID], removed: [RootHash] = [gone]) -> Transcript {
    Transcript(
      procedure: ShareProcedure(
        procedureID: RequestID(unchecked: [UInt8](repeating: 8, count: 16)),
        purpose: .membership, origin: Share.origin, participants: added, removed: removed,
        started: Share.started))
  }

  @Test func `people who come and go are one action, then invitations, then an update to all`() {
    let added = [Share.account(1)]
    var transcript = Self.change(added)
    transcript.tell(.begin, Share.found(added))
    #expect(transcript.last == [.issue(added)])
    transcript.tell(.issued(Share.issue(added)))
    #expect(
      transcript.last == [
        .update(
          ShareUpdate(
            actionID: transcript.procedure.actionID("update 0"),
            added: [Share.root(added[0])], removed: [Self.gone]))
      ])
    transcript.tell(.updated(epoch: 50))
    #expect(transcript.last == [.forget([Self.gone]), .upload(Share.issue(added))])
    transcript.tell(.uploaded)
    #expect(
      transcript.last == [
        .keep(Share.issue(added)),
        .announce(added: Share.issue(added), removed: [Self.gone]),
      ])
  }

  @Test func `a removal alone asks for nobody's devices and sends no invitation`() {
    var transcript = Self.change([])
    transcript.tell(.begin)
    #expect(
      transcript.last == [
        .update(
          ShareUpdate(
            actionID: transcript.procedure.actionID("update 0"), removed: [Self.gone]))
      ])
    transcript.tell(.updated(epoch: nil))
    #expect(
      transcript.last == [.forget([Self.gone]), .announce(added: [], removed: [Self.gone])])
    #expect(transcript.procedure.started?.epoch == 41)
  }

  @Test func `a failed change takes back the added roots and never ends the collaboration`() {
    let added = [Share.account(1)]
    var transcript = Self.change(added)
    transcript.tell(
      .begin, Share.found(added), .issued(Share.issue(added)), .updated(epoch: 50),
      .uploadRefused(.notAMember))
    #expect(transcript.compensations == [.removeRoots([Share.root(added[0])])])
  }

  @Test func `a failed removal owes nothing and is still to be done`() {
    var transcript = Self.change([])
    transcript.tell(.begin, .updateFailed(.updateFailed("away")))
    #expect(transcript.procedure.phase == .ended(.updateFailed("away")))
  }

  static func replacement(_ account: AccountID) -> Transcript {
    Transcript(
      procedure: ShareProcedure(
        procedureID: RequestID(unchecked: [UInt8](repeating: 8, count: 16)),
        purpose: .replacement([account: Share.root(account)]), origin: Share.origin,
        participants: [account], started: Share.started))
  }

  @Test func `a replaced identity takes the old one's place`() {
    let account = Share.account(1)
    let old = Share.root(account)
    let new = Share.root(account, 1)
    var transcript = Self.replacement(account)
    transcript.tell(.begin, Share.found([account]), .issued(Share.issue([account], 1)))
    #expect(
      transcript.last == [
        .update(
          ShareUpdate(
            actionID: transcript.procedure.actionID("update 0"),
            replaced: [.init(old: old, new: new)]))
      ])
    transcript.tell(.updated(epoch: 51), .uploaded)
    #expect(
      transcript.last == [
        .keep(Share.issue([account], 1)),
        .announce(added: Share.issue([account], 1), removed: [old]),
      ])
  }

  @Test func `a replacement whose message is refused gives the old identity its place back`() {
    let account = Share.account(1)
    var transcript = Self.replacement(account)
    transcript.tell(
      .begin, Share.found([account]), .issued(Share.issue([account], 1)), .updated(epoch: 51),
      .uploadRefused(.notAMember))
    #expect(
      transcript.compensations == [
        .restoreRoots([.init(old: Share.root(account, 1), new: Share.root(account))])
      ])
  }

  @Test
  func `who has an identity for the devices of today keeps it when a possible one is removed`() {
    let account = Share.account(1)
    let statement = Share.statement(1)
    let roots = (0..<3).map { Share.root(account, UInt8($0)) }
    var shared = SharedCollaboration(
      collaboration: TestWorld.key, conversationID: TestWorld.conversation, link: "", title: "",
      optionsSummary: "", epoch: DecimalUInt64(1),
      metadata: CollaborationMetadata(localIdentifier: "", title: ""), participants: [])
    shared.add(IdentityMapEntry(account: account, root: roots[0]), statement: statement)
    shared.add(IdentityMapEntry(account: account, root: roots[2]), isSuspect: true)
    func renewal() -> ShareProcedure {
      .renewal(
        of: [IdentityMapEntry(account: account, root: roots[0])], in: shared, standing: shared,
        procedureID: RequestID(unchecked: [UInt8](repeating: 8, count: 16)))
    }
    #expect(renewal().participants == [account] && renewal().removed.count == 2)
    shared.add(IdentityMapEntry(account: account, root: roots[1]), statement: statement)
    #expect(renewal().participants.isEmpty && renewal().removesOnlyThese == true)
    #expect(Set(renewal().removed) == [roots[0], roots[2]])
  }

  @Test(arguments: [ShareEvent.restarted, .updateFailed(.updateFailed("lost"))])
  func `a replacement nobody confirmed is remembered as possible, and nothing is taken away`(
    event: ShareEvent
  ) {
    let account = Share.account(1)
    var transcript = Self.replacement(account)
    transcript.tell(.begin, Share.found([account]), .issued(Share.issue([account], 1)), event)
    #expect(transcript.last.last == .suspect(Share.issue([account], 1)))
    #expect(transcript.compensations.isEmpty && transcript.procedure.isFinished)
  }
}
