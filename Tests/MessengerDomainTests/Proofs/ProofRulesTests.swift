import GroveIdentity
import GroveMessage
import GroveSystem
import GroveTesting
import Testing

@testable import MessengerDomain

struct ProofRulesTests {
  let alice: TestAccount
  let bob: TestAccount
  var world: TestWorld
  let challenge = [UInt8](repeating: 5, count: 68)

  init() throws {
    alice = try TestAccount("alice")
    bob = try TestAccount("bob")
    world = TestWorld(bob)
  }

  mutating func invite(
    _ message: UInt8 = 1, from sender: TestAccount? = nil,
    in conversation: ConversationID = TestWorld.conversation
  ) throws -> RootHash {
    let sender = sender ?? alice
    let mine = try world.identity(bob)
    let hers = try world.identity(sender)
    _ = try world.receive(
      .invitation(world.invitation(mine, map: [mine.mapEntry, hers.mapEntry])),
      world.arrival(from: sender, message: message, in: conversation))
    return mine.root
  }

  func data(_ account: String = "bob@docs.example") throws -> [UInt8] {
    try ProofRequestData(account: AccountLabel(account), challenge: challenge).encoded
  }

  mutating func confirm(_ account: String = "bob@docs.example") throws {
    try world.put(
      ProofRules.ConfirmedAccount(
        audience: TestPeople.docs, account: AccountLabel(account), confirmedAt: 1))
  }

  func decide(
    _ data: [UInt8], requester: Origin = TestPeople.docs, refused: Set<RootHash> = []
  ) throws -> ProofRules.Answer {
    try ProofRules.decide(
      TestPeople.collaboration, data: data, requester: requester, refused: refused,
      reader: world.rows)
  }

  @Test mutating func `for an entry the person confirms the account that this identity makes`()
    throws
  {
    let root = try invite()
    let candidate = AccountLabel.entryCandidate([UInt8](repeating: 7, count: 32)).text
    let entered = AccountLabel.entered(
      by: root, in: TestPeople.collaboration, of: TestPeople.docs)
    guard case .confirm(let question) = try decide(data(candidate)) else {
      Issue.record("not asked")
      return
    }
    #expect(question.account == entered && question.previous == nil)
    try confirm(entered.text)
    let another = AccountLabel.entryCandidate([UInt8](repeating: 8, count: 32)).text
    guard case .sign(_, _, let signing, _) = try decide(data(another)) else {
      Issue.record("asked again")
      return
    }
    // What is signed is what was asked; the account itself is signed for nobody else.
    #expect(signing == .transcript(try ProofRequestData(data(another))))
    guard case .sign = try decide(data(entered.text)) else {
      Issue.record("asked about its own account")
      return
    }
    guard case .confirm = try decide(data("invited-" + String(repeating: "0", count: 32))) else {
      Issue.record("another's account passed for its own")
      return
    }
  }

  @Test mutating func `who was invited twice enters by what made their account, or took its place`()
    throws
  {
    let elsewhere = ConversationID(unchecked: [UInt8](repeating: 4, count: 16))
    let first = try invite(1)
    let key = TestWorld.key
    let account = AccountLabel.entered(by: first, in: key.collaborationID, of: key.audience)
    try confirm(account.text)
    for change in try ProofRules.signed(for: account, in: key, reader: world.rows) {
      world.rows.apply(change)
    }
    let newest = try invite(2, in: elsewhere)
    let candidate = try data(AccountLabel.entryCandidate([UInt8](repeating: 7, count: 32)).text)
    func root(_ data: [UInt8], refused: Set<RootHash> = []) throws -> RootHash? {
      guard case .sign(let chosen, _, _, _) = try decide(data, refused: refused) else { return nil }
      return chosen.root
    }
    #expect(try root(candidate) == first)
    #expect(try root(candidate, refused: [first]) == newest)
    #expect(try root(data(account.text)) == newest, "who is signed in proves the newest")
    // In its conversation another one came in its place.
    _ = try world.receive(
      .membershipUpdate(
        MembershipUpdate(
          audience: key.audience, collaborationID: key.collaborationID, epoch: 42,
          added: [], removed: [first])),
      world.arrival(from: alice, message: 3))
    #expect(try root(candidate) == newest)
    let replacing = try invite(4)
    _ = try invite(5, in: elsewhere)
    #expect(try root(candidate) == replacing)
  }

  @Test mutating func `the account is confirmed the first time`() throws {
    _ = try invite()
    guard case .confirm(let question) = try decide(data()) else {
      Issue.record("not asked")
      return
    }
    #expect(question.account.text == "bob@docs.example" && question.previous == nil)
    #expect(question.title == "Baking Recipes" && question.audience == TestPeople.docs)
    try confirm()
    guard case .sign = try decide(data()) else {
      Issue.record("asked again")
      return
    }
  }

  @Test
  mutating func `the account is confirmed again when it changes, and again when it changes back`()
    throws
  {
    _ = try invite()
    try confirm()
    guard case .confirm(let question) = try decide(data("eve@docs.example")) else {
      Issue.record("not asked")
      return
    }
    #expect(question.previous?.text == "bob@docs.example")
    try confirm("eve@docs.example")
    guard case .confirm = try decide(data()) else {
      Issue.record("not asked")
      return
    }
  }

  @Test mutating func `an account confirmed for one audience says nothing about another`() throws {
    _ = try invite()
    try world.put(
      ProofRules.ConfirmedAccount(
        audience: TestPeople.other, account: AccountLabel("bob@docs.example"), confirmedAt: 1))
    guard case .confirm = try decide(data()) else {
      Issue.record("not asked")
      return
    }
  }

  @Test mutating func `another origin gets no proof, whatever collaboration it names`() throws {
    _ = try invite()
    try confirm()
    guard case .refuse(.noInvitation) = try decide(data(), requester: TestPeople.other) else {
      Issue.record("signed")
      return
    }
  }

  @Test mutating func `the newest invitation is tried first, the next one once it was refused`()
    throws
  {
    let first = try invite(1)
    let second = try invite(2)
    try confirm()
    guard case .sign(let newest, _, _, _) = try decide(data()) else {
      Issue.record("refused"); return
    }
    #expect(newest.root == second)
    guard case .sign(let older, _, _, _) = try decide(data(), refused: [second]) else {
      Issue.record("refused"); return
    }
    #expect(older.root == first)
    guard case .refuse(.noInvitation) = try decide(data(), refused: [first, second]) else {
      Issue.record("signed"); return
    }
  }

  @Test mutating func `a revoked invitation proves nothing`() throws {
    let root = try invite()
    try confirm()
    _ = try world.receive(
      .membershipUpdate(
        MembershipUpdate(
          audience: TestPeople.docs, collaborationID: TestPeople.collaboration, epoch: 42,
          added: [], removed: [root])),
      world.arrival(from: alice, message: 2))
    guard case .refuse(.noInvitation) = try decide(data()) else { Issue.record("signed"); return }
  }

  @Test mutating func `a device without a leaf says so`() throws {
    let carol = try TestAccount("carol", devices: 2)
    world = TestWorld(carol, device: 1)
    let old = try world.identity(carol, statement: 0)
    let hers = try world.identity(alice)
    _ = try world.receive(
      .invitation(world.invitation(old, map: [old.mapEntry, hers.mapEntry])),
      world.arrival(from: alice))
    guard case .refuse(.deviceNotInIdentity) = try decide(data()) else {
      Issue.record("signed"); return
    }
  }

  @Test mutating func `raw data is refused unless the person allows it for this audience`() throws {
    _ = try invite()
    guard case .refuse(.rawProofsOff) = try decide([1, 2, 3]) else {
      Issue.record("signed"); return
    }
    try world.put(ProofRules.RawProofsAllowed(audience: TestPeople.other))
    guard case .refuse(.rawProofsOff) = try decide([1, 2, 3]) else {
      Issue.record("signed"); return
    }
    try world.put(ProofRules.RawProofsAllowed(audience: TestPeople.docs))
    guard case .sign(_, _, .raw([1, 2, 3]), _) = try decide([1, 2, 3]) else {
      Issue.record("refused"); return
    }
  }

  @Test mutating func `data that begins like this protocol's structures is never signed`() throws {
    _ = try invite()
    try world.put(ProofRules.RawProofsAllowed(audience: TestPeople.docs))
    let lookalike = Array("collab/1 identity-proof".utf8) + [0, 1, 2]
    guard case .refuse(.rawProofsOff) = try decide(lookalike) else {
      Issue.record("signed"); return
    }
  }

  @Test
  mutating func `request data with a byte too many is raw data, and so is a label that hides`()
    throws
  {
    _ = try invite()
    try confirm()
    for bytes in [
      try data() + [0], Array(try data().dropLast()), [1, 0, 1, 0x07, 0, 0], [],
    ] {
      guard case .refuse(.rawProofsOff) = try decide(bytes) else {
        Issue.record("\(bytes.count) bytes were taken for request data")
        continue
      }
    }
  }
}
