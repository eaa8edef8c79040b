import GroveIdentity
import GroveMessage
import GroveSystem
import GroveTesting
import Testing

@testable import MessengerDomain

struct NoticeRulesTests {
  let alice: TestAccount
  let bob: TestAccount
  let carol: TestAccount
  var world: TestWorld
  var identities: [AccountID: PreparedIdentity] = [:]
  static let serverKey = TestPeople.checked {
    try SigningKey(scalar: [UInt8](repeating: 7, count: 32))
  }

  init() throws {
    alice = try TestAccount("alice")
    bob = try TestAccount("bob")
    carol = try TestAccount("carol")
    world = TestWorld(bob)
    for person in [alice, bob, carol] { identities[person.id] = try world.identity(person) }
    let mine = try #require(identities[bob.id])
    _ = try world.receive(
      .invitation(world.invitation(mine, map: identities.values.map(\.mapEntry))),
      world.arrival(from: alice))
  }

  func root(_ person: TestAccount) throws -> RootHash { try #require(identities[person.id]).root }

  static func id(_ number: UInt8) -> NoticeID {
    NoticeID(unchecked: [UInt8](repeating: number, count: 16))
  }

  static func conversation(
    _ members: [AccountID], _ state: ConversationRecord.State = .active
  ) -> ConversationRecord {
    ConversationRecord(
      conversationID: TestWorld.conversation, members: members, version: 1, state: state,
      lastActivityAt: 0)
  }

  mutating func post(
    _ kind: NoticeKind, root: RootHash? = nil, attestation: NoticeAttestation? = nil,
    in state: ConversationRecord.State = .active
  )
    throws -> Result<[SharingMessage], NoticePostRefusal>
  {
    let conversation = Self.conversation([alice.id, bob.id, carol.id], state)
    let decision = try NoticeRules.post(
      NoticePost(
        noticeID: Self.id(1), kind: kind, mentionedRoot: root, at: 5, attestation: attestation),
      in: TestWorld.key, myAccount: bob.id, reader: world.rows,
      conversation: { _ in conversation })
    for change in decision.changes { world.rows.apply(change) }
    return decision.answer.map { _ in decision.outgoing }
  }

  func counters(_ messages: [SharingMessage]) throws -> [UInt64] {
    try messages.flatMap(\.contents.values).map { try Notice(content: $0).counter }
  }

  func notice(
    _ kind: NoticeKind, _ number: UInt8 = 1, counter: UInt64? = nil, root: RootHash? = nil,
    at: UInt64 = TestAccount.t0
  ) -> Notice {
    Notice(
      noticeID: Self.id(number), audience: TestPeople.docs,
      collaborationID: TestPeople.collaboration, action: .post(kind, root: root), at: at,
      counter: counter ?? UInt64(number))
  }

  func banners() throws -> [NoticeBanner] {
    try world.rows.record(NoticeInbox.Ledger.self, key: TestWorld.key.bytes)?.ledger.visible(
      audience: TestPeople.docs, collaborationID: TestPeople.collaboration) ?? []
  }

  // MARK: Posting

  @Test mutating func `a notice goes to every other participant, and not to oneself`() throws {
    let messages = try post(.edit).get()
    #expect(Set(messages.flatMap(\.contents.keys)) == [alice.id, carol.id])
    #expect(messages.map(\.conversationID) == [TestWorld.conversation])
  }

  @Test mutating func `the counter grows with every notice of a collaboration`() throws {
    let numbers = try (0..<3).map { _ in Set(try counters(post(.edit).get())) }
    #expect(numbers == [[1], [2], [3]])
  }

  @Test mutating func `a mention goes to the mentioned account and nobody else`() throws {
    let messages = try post(.mention, root: root(carol)).get()
    #expect(messages.flatMap(\.contents.keys) == [carol.id])
  }

  @Test mutating func `a mention of an unknown root is an error and sends nothing`() throws {
    let stranger = try world.identity(TestAccount("dave")).root
    #expect(try post(.mention, root: stranger) == .failure(.unknownRoot))
    #expect(try post(.mention) == .failure(.malformed))
    #expect(try post(.mention, root: root(bob)) == .failure(.mentionsSelf))
    #expect(try Set(counters(post(.edit).get())) == [1])
  }

  @Test mutating func `a mention of somebody who left the conversation reaches nobody`() throws {
    let carolsRoot = try root(carol)
    let decision = try NoticeRules.post(
      NoticePost(noticeID: Self.id(1), kind: .mention, mentionedRoot: carolsRoot, at: 5),
      in: TestWorld.key, myAccount: bob.id, reader: world.rows,
      conversation: { _ in Self.conversation([]) })
    #expect(decision.answer == .failure(.unreachable) && decision.changes.isEmpty)
  }

  @Test mutating func `nobody is told through a conversation that this person has left`() throws {
    #expect(try post(.edit, in: .left).get() == [])
    #expect(try post(.mention, root: root(carol), in: .refused) == .failure(.unreachable))
    #expect(try post(.edit, in: .pending).get().count == 1)
  }

  @Test mutating func `who takes no part posts nothing`() throws {
    let other = CollaborationKey(
      audience: TestPeople.other, collaborationID: TestPeople.collaboration)
    let decision = try NoticeRules.post(
      NoticePost(noticeID: Self.id(1), kind: .edit, at: 5), in: other, myAccount: bob.id,
      reader: world.rows, conversation: { _ in nil })
    #expect(decision.answer == .failure(.noCollaboration))
  }

  @Test mutating func `what nobody would believe is not posted`() throws {
    #expect(try post(.deleted) == .failure(.attestationRequired))
    #expect(try post(.removedCollaborator) == .failure(.attestationRequired))
  }

  // MARK: Receiving

  @Test mutating func `notices of one kind are one banner with their actors merged`() throws {
    let first = try world.receive(.notice(notice(.edit)), world.arrival(from: alice))
    guard case .opened = first.receipt else { Issue.record("no banner"); return }
    for number: UInt8 in 2...4 {
      let next = try world.receive(.notice(notice(.edit, number)), world.arrival(from: alice))
      guard case .merged = next.receipt else { Issue.record("not merged"); return }
    }
    _ = try world.receive(.notice(notice(.edit, 9)), world.arrival(from: carol))
    let banners = try banners()
    #expect(banners.count == 1)
    let names = [alice.id: "Alice", carol.id: "Carol"]
    #expect(banners.first?.text { names[$0] ?? "?" } == "Alice and Carol edited")
  }

  @Test mutating func `mentions are never merged, and one of somebody else is never shown`() throws
  {
    let mine = try root(bob)
    for number: UInt8 in 1...2 {
      _ = try world.receive(
        .notice(notice(.mention, number, root: mine)), world.arrival(from: alice))
    }
    #expect(try banners().count == 2)
    let other = try world.receive(
      .notice(notice(.mention, 3, root: root(carol))), world.arrival(from: alice))
    #expect(other.dropped == "mentions_another")
  }

  @Test mutating func `a notice delivered twice is shown once`() throws {
    _ = try world.receive(.notice(notice(.edit)), world.arrival(from: alice))
    let again = try world.receive(.notice(notice(.edit)), world.arrival(from: alice))
    #expect(again.dropped == "not_new")
  }

  @Test mutating func `a sender takes back what it told, and only that`() throws {
    _ = try world.receive(.notice(notice(.edit)), world.arrival(from: alice))
    _ = try world.receive(.notice(notice(.edit, 2)), world.arrival(from: carol))
    var clear = notice(.edit, 3, counter: 2)
    clear.action = .clear
    _ = try world.receive(.notice(clear), world.arrival(from: alice))
    #expect(try banners().flatMap(\.actors).map(\.account) == [carol.id])
  }

  @Test mutating func `a removed participant's notices are dropped`() throws {
    _ = try world.receive(
      .membershipUpdate(
        MembershipUpdate(
          audience: TestPeople.docs, collaborationID: TestPeople.collaboration, epoch: 42,
          added: [], removed: [root(carol)])),
      world.arrival(from: alice, message: 2))
    let outcome = try world.receive(.notice(notice(.edit)), world.arrival(from: carol))
    #expect(outcome.dropped == "sender_not_participant")
  }

  @Test mutating func `a notice without an invitation is dropped`() throws {
    var stranger = notice(.edit)
    stranger.audience = TestPeople.other
    #expect(
      try world.receive(.notice(stranger), world.arrival(from: alice)).dropped
        == "no_invitation")
  }

  @Test mutating func `an attested notice waits for the audience's keys and is then a fact`() throws
  {
    var notice = notice(.deleted)
    let actor = try root(alice)
    let signed = NoticeAttestation.signedBytes(
      audience: notice.audience, collaborationID: notice.collaborationID,
      noticeID: notice.noticeID, kind: .deleted, at: notice.at, actorRoot: actor)
    notice.attestation = NoticeAttestation(
      keyID: "k", root: actor, signature: Base64URLBytes(try Self.serverKey.sign(signed)))
    guard
      case .pending(.publishedKeys(TestPeople.docs)) = try world.receive(
        .notice(notice), world.arrival(from: alice))
    else { Issue.record("not pending"); return }
    try world.put(
      NoticeInbox.PublishedKeys(
        audience: TestPeople.docs, keys: ["k": Self.serverKey.publicKey], fetchedAt: 1))
    var thief = world
    _ = try world.receive(
      .notice(notice), world.arrival(from: alice), fetched: .init(keys: true))
    #expect(try banners().first?.isAttested == true)
    let outcome = try thief.receive(
      .notice(notice), thief.arrival(from: carol), fetched: .init(keys: true))
    #expect(outcome.dropped == "attestation_required")
  }
}
