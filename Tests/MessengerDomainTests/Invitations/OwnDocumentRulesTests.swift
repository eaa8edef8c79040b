import GroveIdentity
import GroveMessage
import GroveSystem
import GroveTesting
import Testing

@testable import MessengerDomain

/// What devices of one account tell those that were added later (protocol 12.2.1).
struct OwnDocumentRulesTests {
  var bob: TestAccount
  let alice: TestAccount
  var state = MemoryMessengerState()

  /// Bob's only device was invited by Alice.
  init() throws {
    alice = try TestAccount("alice")
    bob = try TestAccount("bob")
    try state.apply(
      .storeConversation(
        ConversationRecord(
          conversationID: TestWorld.conversation, members: [alice.id, bob.id], version: 1,
          state: .active, lastActivityAt: 1)))
    try know()
    try invite(1)
  }

  mutating func know() throws {
    let account = KnownAccount(
      handle: "bob", name: "Bob", chain: bob.chain, kemKeys: [], refreshedAt: TestAccount.t0)
    try state.apply(.storeAccount(StoredAccount(account: account)))
  }

  mutating func invite(_ number: UInt8, as root: UInt8? = nil, canProve: Bool = true) throws {
    let key = try SigningKey(scalar: [UInt8](repeating: 0, count: 31) + [7]).publicKey
    let leaf = ReceivedInvitation.Leaf(
      sealedKey: Base64URLBytes([1]), publicKey: key, index: 0, hashes: [])
    let invitation = ReceivedInvitation(
      collaboration: try place(number), order: root == nil ? 1 : 2, messageID: .zero,
      link: "https://docs.example/d/\(number)", title: "Soup \(number)", optionsSummary: "",
      inviter: alice.id, conversationID: TestWorld.conversation, receivedAt: UInt64(number),
      root: RootHash(unchecked: [UInt8](repeating: root ?? number, count: 32)),
      statement: bob.chain.newest.reference, leaf: canProve ? leaf : nil)
    try state.apply(.sharing(.put(invitation)))
  }

  func place(_ number: UInt8) throws -> CollaborationKey {
    CollaborationKey(
      audience: TestPeople.docs, collaborationID: try CollaborationID("doc-\(number)"))
  }

  mutating func addDevice() throws {
    try bob.change(to: bob.devices + [TestDevice("bob \(bob.devices.count + 1)")])
    try know()
  }

  /// The titles of one message.
  mutating func told() throws -> [String] {
    let decision = try OwnDocumentRules.telling(
      from: bob.devices[0].id, of: bob.id, messageID: .zero, in: state)
    for change in decision.changes { try state.apply(.sharing(change)) }
    guard let message = decision.outgoing.first else { return [] }
    #expect(Array(message.contents.keys) == [bob.id])
    #expect(message.type == .ownDocuments && decision.answer)
    return try OwnDocuments(content: try #require(message.contents[bob.id])).documents.map(\.title)
  }

  func came(
    _ documents: [OwnDocuments.Document], from sender: AccountID? = nil, removed: Bool = false
  )
    throws -> SharingDecision<OwnDocumentRules.Refusal?>
  {
    try OwnDocumentRules.came(
      OwnDocuments(documents: documents), from: sender ?? bob.id, isFromRemovedDevice: removed,
      myAccount: bob.id, reader: state)
  }

  func document(_ number: Int) throws -> OwnDocuments.Document {
    OwnDocuments.Document(
      audience: TestPeople.docs, collaborationID: try CollaborationID("doc-\(number)"),
      link: "https://docs.example/d/\(number)", title: "Soup \(number)", inviter: alice.id,
      conversationID: TestWorld.conversation)
  }

  @Test mutating func `a device that was added is told once for each list, four in a message`()
    throws
  {
    #expect(try told() == [], "nobody was added")
    for number in UInt8(2)...5 { try invite(number) }
    try addDevice()
    #expect(try told() == ["Soup 5", "Soup 4", "Soup 3", "Soup 2"])
    #expect(try told() == ["Soup 1"])
    #expect(try told() == [])
    try addDevice()
    #expect(try told().count == 4)
  }

  @Test mutating func `what was shared in several conversations is told with all of them`() throws {
    let other = ConversationID(unchecked: [UInt8](repeating: 4, count: 16))
    let first = try #require(try state.records(ReceivedInvitation.self).first)
    var again = first
    again.conversationID = other
    again.root = RootHash(unchecked: [UInt8](repeating: 9, count: 32))
    again.order = first.order + 1
    try state.apply(.sharing(.put(again)))
    try addDevice()
    let device = bob.devices[0].id
    let told = try OwnDocumentRules.due(from: device, of: bob.id, in: state).documents
    #expect(told.map(\.conversationID) == [other])
    #expect(told.first?.alsoIn == [first.conversationID])
    for change in try came(told.map { try elsewhere($0) }).changes {
      try state.apply(.sharing(change))
    }
    #expect(try OwnDocumentRules.awaited(state).map(\.alsoIn) == [[first.conversationID]])
  }

  private func elsewhere(_ document: OwnDocuments.Document) throws -> OwnDocuments.Document {
    var document = document
    document.collaborationID = try CollaborationID("doc-99")
    return document
  }

  @Test mutating func `what is open to every device is told to none`() throws {
    try addDevice()
    try invite(1)
    #expect(try told() == [])
  }

  @Test mutating func `only a listed device of the own account is believed`() throws {
    #expect(try came([document(9)], from: alice.id).answer == .notOwnAccount)
    #expect(try came([document(9)], removed: true).answer == .removedDevice)
    #expect(try came([document(1)]).answer == .notNew, "it was invited itself")
    #expect(try came([document(9)]).answer == nil)
  }

  @Test mutating func `what is waited for is told of until an invitation comes`() throws {
    for change in try came([document(9)]).changes { try state.apply(.sharing(change)) }
    #expect(try OwnDocumentRules.awaited(state).map(\.title) == ["Soup 9"])
    try invite(9, canProve: false)
    #expect(try OwnDocumentRules.awaited(state).map(\.title) == ["Soup 9"], "made for others")
    try invite(9)
    #expect(try OwnDocumentRules.awaited(state).isEmpty)
  }

  @Test mutating func `a device that was let in learns who had come before it heard of anything`()
    throws
  {
    let place = try place(1)
    let roots = (3...6).map { RootHash(unchecked: [UInt8](repeating: $0, count: 32)) }
    let came: [ToldCame.Person] = [
      .init(root: roots[0], account: alice.id), .init(root: roots[1], account: bob.id),
      .init(root: roots[2], name: "Eve"), .init(root: roots[3], name: "Zoe"),
    ]
    try addDevice()
    try hear(of: place, came)
    var other = self
    #expect(try told() == ["Soup 1"])
    #expect(try told() == [], "it opens nothing there yet")
    try invite(1, as: 2)
    let decision = try OwnDocumentRules.telling(
      from: bob.devices[0].id, of: bob.id, messageID: .zero, in: state)
    for change in decision.changes { try state.apply(.sharing(change)) }
    let content = try #require(decision.outgoing.first?.contents[bob.id])
    let documents = try OwnDocuments(content: content).documents
    #expect(documents.map { $0.people?.count } == [4])
    #expect(try told() == [], "once")

    // The other device is told itself since: Eve came, and Zoe has gone.
    other.state = MemoryMessengerState()
    try other.invite(1, as: 2)
    try other.hear(of: place, [came[2]], isLater: true)
    try other.state.apply(.sharing(.put(ToldGone(collaboration: place, roots: [roots[3]]))))
    #expect(try !DocumentState(of: place, in: other.state).isTold)
    let learnt = try other.came(documents)
    #expect(learnt.answer == nil)
    for change in learnt.changes { try other.state.apply(.sharing(change)) }
    #expect(try DocumentState(of: place, in: other.state).isTold)
    let known = try other.state.record(ToldCame.self, key: place.bytes)?.people
    #expect(known.map { Set($0.map(\.root)) } == Set(roots.dropLast()))
    #expect(try other.came(documents).answer == .notNew)
  }

  private mutating func hear(
    of place: CollaborationKey, _ people: [ToldCame.Person], isLater: Bool? = nil
  ) throws {
    var address = NoticeAddress(
      collaboration: place, addressID: Base64URLBytes([1]), endpoint: "https://relay.example/1",
      serverKey: try SigningKey(scalar: [UInt8](repeating: 0, count: 31) + [7]).publicKey,
      publicKey: try SigningKey(scalar: [UInt8](repeating: 0, count: 31) + [8]).publicKey,
      sealedKeys: Base64URLBytes([1]))
    address.isLater = isLater
    try state.apply(.sharing(.put(address)))
    try state.apply(.sharing(.put(ToldCame(collaboration: place, people: people))))
  }

  @Test mutating func `a device keeps a thousand and twenty-four, and takes known ones anew`()
    throws
  {
    let numbers = Array(100..<(100 + OwnDocumentRules.limit))
    for start in stride(from: 0, to: numbers.count, by: OwnDocuments.maximum) {
      let decision = try came(numbers[start...].prefix(OwnDocuments.maximum).map(document))
      for change in decision.changes { try state.apply(.sharing(change)) }
    }
    #expect(try came([document(9)]).answer == .notNew)
    #expect(try came([document(100)]).answer == nil)
  }
}
