import CollaborationDomain
import GroveIdentity
import GroveTesting
import Testing

/// What a server tells by itself (protocol 12.8): which deeds, to whom, when, and for how long.
@Suite struct NoticeRulesTests {
  /// Ann's document with Ann as 1, Bob as 2 and Eve as 3; all three hear.
  struct Hall {
    var world = CollaborationWorld(MemoryStore())
    let id: CollaborationID

    init(hearing: [(Int, String)] = [(1, "ann"), (2, "bob"), (3, "eve")]) async throws {
      id = try CollaborationWorld.collaboration(1)
      try await world.share([1, 2, 3])
      for (root, name) in [(1, "ann"), (2, "bob"), (3, "eve")] {
        _ = try await world.grant(root, to: name, nonce: root).get()
      }
      for (root, name) in hearing { _ = try await put(root, by: name).get() }
      // Whom each found there has been told.
      for found in try await waiting() { try await note(.sent, of: found, at: world.now) }
    }

    func put(_ place: Int, by name: String, key: PublicKey = SigningKey().publicKey) async throws
      -> Outcome<Void>
    {
      let (id, call) = (id, try world.call(name))
      let endpoint = try NoticeEndpoint("https://msg.example/relay/v1/push/\(place)")
      return try await world.store.change {
        try NoticeAddressRules.put(
          endpoint, key: key, secret: .zero, in: id, for: call, reading: $0)
      }
    }

    /// Tells what is due, as the sender does, and says what waits now: who hears of what.
    func waiting(after milliseconds: UInt64 = 0) async throws -> [WaitingNotice] {
      let now = world.now + milliseconds
      let events = try await survey(at: now).events
      for event in events {
        let noticeID = NoticeID.random()
        while try await world.store.change({
          try NoticeRules.spread(event, as: noticeID, at: now, reading: $0)
        }) {}
      }
      return try await survey(at: now).due.map(\.notice).sorted { $0.counter < $1.counter }
    }

    func survey(at now: UInt64) async throws -> NoticeRules.Survey {
      try await world.store.read {
        try NoticeRules.survey(at: now, perRelay: 1000, busy: [], reading: $0)
      }
    }

    func note(_ delivery: NoticeRules.Delivery, of notice: WaitingNotice, at now: UInt64)
      async throws
    {
      try await world.store.change {
        try NoticeRules.note(delivery, of: notice, at: now, reading: $0)
      }
    }
  }

  private static func label(_ name: String) throws -> AccountLabel {
    try CollaborationWorld.account(name)
  }

  @Test func `fifty edits of one pause are one notice, a second after the last`() async throws {
    var hall = try await Hall()
    for update in 1...50 {
      _ = try await hall.world.append(update, by: "bob").get()
      hall.world.now += 100
    }
    let last = hall.world.now - 100
    hall.world.now = last
    #expect(try await hall.waiting(after: 999).isEmpty)
    let told = try await hall.waiting(after: 1000)
    #expect(try Set(told.map(\.address.account)) == [Self.label("ann"), Self.label("eve")])
    #expect(told.count == 2)
    #expect(told.allSatisfy { $0.action.kind == .edit && $0.action.at == last })
    #expect(told.allSatisfy { $0.action.actorRoot == CollaborationWorld.root(2) })
    #expect(Set(told.map(\.noticeID)).count == 1)
  }

  @Test func `who writes without a pause is told of after ten seconds`() async throws {
    var hall = try await Hall()
    let start = hall.world.now
    for update in 0..<100 {
      hall.world.now = start + UInt64(update) * 100
      _ = try await hall.world.append(update, by: "bob").get()
    }
    hall.world.now = start
    #expect(try await hall.waiting(after: 9_999).isEmpty)
    #expect(try await hall.waiting(after: 10_000).count == 2)
  }

  @Test func `a newer notice takes the place of one that waits, and is not due earlier for it`()
    async throws
  {
    var hall = try await Hall(hearing: [(1, "ann")])
    _ = try await hall.world.append(1, by: "bob").get()
    let first = try #require(try await hall.waiting(after: 1000).first)
    hall.world.now += 1000
    try await hall.note(.failed(pause: 60_000), of: first, at: hall.world.now)
    _ = try await hall.world.append(2, by: "bob").get()
    #expect(try await hall.waiting(after: 59_999).isEmpty)
    let second = try #require(try await hall.waiting(after: 60_000).first)
    #expect(second.noticeID != first.noticeID && second.counter == first.counter + 1)
    // The first one's end is no longer of interest.
    try await hall.note(.sent, of: first, at: hall.world.now)
    #expect(try await hall.waiting(after: 60_000).map(\.noticeID) == [second.noticeID])
  }

  @Test func `every action is told to the others, with who was added or removed`() async throws {
    try await Self.expect(.comment, about: nil) { world in
      _ = try await world.append(1, .comment, by: "ann").get()
    }
    for (title, place, kind) in [("New", nil, CausedEvent.Kind.renamed), (nil, "/x", .moved)] {
      // A new name is on the cards of whoever gave it, too.
      let hearing = kind == .renamed ? ["ann", "bob", "eve"] : ["bob", "eve"]
      try await Self.expect(kind, about: nil, hearing: hearing) { world in
        let call = try world.call("ann")
        _ = try await world.store.change {
          try DocumentRules.change(
            CollaborationWorld.document(1), title: title, location: place, for: call, reading: $0)
        }.get()
      }
    }
    try await Self.expect(.addedCollaborator, about: 4) { world in
      _ = try await world.update(add: [4], request: 77).get()
    }
    // Her own card counts one less, too.
    let hearing = ["ann", "bob", "eve"]
    try await Self.expect(.removedCollaborator, about: 3, hearing: hearing) { world in
      _ = try await world.update(remove: [3], request: 78).get()
    }
  }

  @Test
  func
    `of several who are removed together each is named, so that others' cards count them no more`()
    async throws
  {
    for (count, subjects) in [(2, [10, 11].map(Optional.some)), (17, [nil])] {
      let hall = try await Hall(hearing: [(3, "eve")])
      let roots = Array(10..<10 + count)
      _ = try await hall.world.update(add: roots, request: 76).get()
      _ = try await hall.world.update(remove: roots, request: 77).get()
      let told = try await hall.waiting(after: 60_000)
        .filter { $0.action.kind == .removedCollaborator }
      #expect(
        Set(told.map(\.action.subject)) == Set(subjects.map { $0.map(CollaborationWorld.root) }))
      #expect(told.count == subjects.count)
    }
  }

  @Test func `who is removed hears of that, not of what waited, and of nothing afterwards`()
    async throws
  {
    var hall = try await Hall(hearing: [(2, "bob"), (3, "eve")])
    _ = try await hall.world.append(1, by: "ann").get()
    #expect(try await hall.waiting(after: 1000).count == 2)
    _ = try await hall.world.update(remove: [2, 3], request: 78).get()
    let last = try await hall.waiting()
    #expect(try Set(last.map(\.address.account)) == [Self.label("bob"), Self.label("eve")])
    // Two went at once: each is told of themselves.
    #expect(last.count == 2 && last.allSatisfy { $0.action.subject == $0.address.root })
    for notice in last { try await hall.note(.sent, of: notice, at: hall.world.now) }
    hall.world.now += 1000
    _ = try await hall.world.append(2, by: "ann").get()
    #expect(try await hall.waiting(after: 60_000).isEmpty)
  }

  @Test func `who is removed is not told what the document is called afterwards`() async throws {
    let hall = try await Hall()
    _ = try await hall.world.update(remove: [3], request: 78).get()
    _ = try await hall.waiting()
    let call = try hall.world.call("ann")
    _ = try await hall.world.store.change {
      try DocumentRules.change(
        CollaborationWorld.document(1), title: "Secret", location: nil, for: call, reading: $0)
    }.get()
    let due = try await hall.survey(at: hall.world.now).due
    let eve = due.filter { $0.notice.address.root == CollaborationWorld.root(3) }
    #expect(eve.count == 1 && eve.allSatisfy { $0.title == nil })
    #expect(due.contains { $0.title == "Secret" })
  }

  @Test func `a mention is told to whom it names and to nobody else`() async throws {
    let hall = try await Hall()
    let roots = [1, 3, 99].map(CollaborationWorld.root)
    _ = try await hall.world.append(1, .comment, mentioning: roots, by: "ann").get()
    let told = try await hall.waiting().filter { $0.action.kind == .mention }
    #expect(try told.map(\.address.account) == [Self.label("eve")])
    #expect(told.first?.action.subject == CollaborationWorld.root(3))
    // The same update again mentions nobody again.
    for notice in told { try await hall.note(.sent, of: notice, at: hall.world.now) }
    _ = try await hall.world.append(1, .comment, mentioning: roots, by: "ann").get()
    #expect(try await hall.waiting().filter { $0.action.kind == .mention }.isEmpty)
  }

  @Test func `where mentions are off, an update that mentions somebody is refused`() async throws {
    let hall = try await Hall()
    let id = hall.id
    let found = try await hall.world.store.read { try $0.collaboration(id) }
    var collaboration = try #require(found)
    collaboration.options.allowsMentions = false
    try await hall.world.store.change { [collaboration] _ in
      Decision((), changes: [.putCollaboration(collaboration)])
    }
    let root = CollaborationWorld.root(3)
    #expect(
      try await hall.world.append(1, .comment, mentioning: [root], by: "ann")
        == .failure(.mentionsOff))
    _ = try await hall.world.append(1, .comment, by: "ann").get()
  }

  /// What Ann does is told to Bob and Eve.
  private static func expect(
    _ kind: CausedEvent.Kind, about subject: Int?, hearing: [String] = ["bob", "eve"],
    _ action: (CollaborationWorld) async throws -> Void
  ) async throws {
    let hall = try await Hall()
    try await action(hall.world)
    let told = try await hall.waiting(after: 1000)
    #expect(try told.map(\.address.account).sorted() == hearing.map(label), "\(kind)")
    for notice in told {
      #expect(notice.action.kind == kind)
      #expect(notice.action.subject == subject.map(CollaborationWorld.root))
      #expect(notice.action.actorRoot == CollaborationWorld.root(1))
    }
  }

  @Test func `joining by proof and leaving are told with the person's own identity`() async throws {
    let hall = try await Hall(hearing: [(1, "ann")])
    _ = try await hall.world.update(add: [4], request: 5).get()
    _ = try await hall.world.grant(4, to: "dora", nonce: 9).get()
    let joined = try #require(try await hall.waiting().first)
    #expect(joined.action.kind == .addedCollaborator)
    #expect(joined.action.subject == CollaborationWorld.root(4))
    #expect(joined.action.actorRoot == CollaborationWorld.root(4))
    let (id, call) = (hall.id, try hall.world.call("dora"))
    _ = try await hall.world.store.change {
      try IdentityRules.leave(id, for: call, reading: $0)
    }.get()
    let left = try #require(
      try await hall.waiting().first { $0.action.kind == .removedCollaborator })
    #expect(left.action.subject == CollaborationWorld.root(4))
    #expect(left.action.actorRoot == CollaborationWorld.root(4))
  }

  @Test func `that the owner says who they are is told nobody, for they have not joined`()
    async throws
  {
    let hall = try await Hall(hearing: [(2, "bob")])
    _ = try await hall.world.update(add: [4], request: 5).get()
    _ = try await hall.world.grant(4, to: "ann", nonce: 9).get()
    let told = try await hall.waiting(after: 1000)
    #expect(told.allSatisfy { $0.action.actorRoot != CollaborationWorld.root(4) })
  }

  @Test func `who leaves hears as the last thing that they left, and nothing after it`()
    async throws
  {
    var hall = try await Hall()
    let (id, bob) = (hall.id, try hall.world.call("bob"))
    let store = hall.world.store
    _ = try await store.change { try IdentityRules.leave(id, for: bob, reading: $0) }.get()
    let told = try await hall.waiting()
    #expect(try told.map(\.address.account).sorted() == ["ann", "bob", "eve"].map(Self.label))
    for notice in told {
      #expect(notice.action.kind == .removedCollaborator)
      #expect(notice.action.subject == CollaborationWorld.root(2))
      #expect(notice.action.actorRoot == CollaborationWorld.root(2))
      try await hall.note(.sent, of: notice, at: hall.world.now)
    }
    #expect(
      try await store.read { try $0.noticeAddress(of: CollaborationWorld.root(2), in: id) } == nil)
    #expect(try await hall.survey(at: hall.world.now).due.isEmpty)
    let kept = try await store.read {
      try $0.noticeAddresses(in: id, after: nil, limit: 9, isLast: true)
    }
    #expect(kept.isEmpty)
    hall.world.now += 1
    _ = try await hall.world.append(1, by: "ann").get()
    #expect(try await hall.waiting(after: 1000).map(\.address.account) == [Self.label("eve")])
  }

  /// Somebody knocks, and the owner accepts.
  private static func letIn(_ knocking: String, _ hall: Hall) async throws {
    let (id, owner, knocker) = (hall.id, try hall.world.call("ann"), try hall.world.call(knocking))
    let store = hall.world.store
    let knockID = CollaborationWorld.knock(1)
    _ = try await store.change {
      try KnockRules.knock(id, id: knockID, note: nil, for: knocker, reading: $0)
    }.get()
    let box = try await store.read { try $0.waitingKnocks(in: id, limit: 1) }
    for knock in box { _ = try await store.change { try KnockRules.deliver(knock, reading: $0) } }
    _ = try await store.change {
      try KnockRules.answer(
        knockID, in: id, accept: true, root: CollaborationWorld.root(50), for: owner, reading: $0)
    }.get()
  }

  @Test func `who lets somebody in hears of it too, whose own card shows them`() async throws {
    let hall = try await Hall()
    try await Self.letIn("dora", hall)
    let told = try await hall.waiting()
    #expect(
      try told.map(\.address.account).sorted() == ["ann", "bob", "eve"].map { try Self.label($0) })
  }

  @Test func `somebody who came by a knock counts, under the name that the app shows`() async throws
  {
    let hall = try await Hall(hearing: [(2, "bob")])
    try await Self.letIn("dora", hall)
    let added = try #require(try await hall.waiting().first)
    #expect(added.action.subject == CollaborationWorld.root(50))
    #expect(added.action.actorRoot == CollaborationWorld.root(1))
    #expect(added.action.name == "The dora")
    _ = try await hall.world.append(1, by: "dora").get()
    let edited = try #require(try await hall.waiting(after: 1000).first { $0.action.kind == .edit })
    #expect(edited.action.actorRoot == CollaborationWorld.root(50))
    #expect(edited.action.name == "The dora")
  }

  @Test(arguments: [CausedEvent.Kind.removedCollaborator, .deleted])
  func `the end of sharing is the last that everybody hears`(_ kind: CausedEvent.Kind) async throws
  {
    let hall = try await Hall()
    _ = try await hall.world.append(1, by: "bob").get()
    let (id, call) = (hall.id, try hall.world.call("ann"))
    if kind == .deleted {
      _ = try await hall.world.store.change {
        try DocumentRules.delete(CollaborationWorld.document(1), for: call, reading: $0)
      }.get()
    } else {
      _ = try await hall.world.store.change {
        try SharingRules.end(id, onlyUnused: false, for: call, reading: $0)
      }.get()
    }
    let told = try await hall.waiting(after: 60_000)
    // The owner's own cards show it, too.
    #expect(
      try told.map(\.address.account).sorted() == ["ann", "bob", "eve"].map { try Self.label($0) })
    for notice in told {
      #expect(notice.action.kind == kind && notice.action.actorRoot == CollaborationWorld.root(1))
      #expect(notice.action.subject == (kind == .deleted ? nil : notice.address.root))
    }
    let due = try await hall.survey(at: hall.world.now + 60_000).due
    #expect(due.allSatisfy { $0.title == nil }, "whoever has lost access learns no title")
    #expect(due.allSatisfy { $0.isEnd == (kind == .removedCollaborator) })
    let left = try await hall.world.store.read {
      try $0.noticeAddresses(in: id, after: nil, limit: 9, isLast: true)
    }
    #expect(left.isEmpty)
  }

  @Test func `who was removed is not told that it ended for everybody afterwards`() async throws {
    var hall = try await Hall()
    _ = try await hall.world.update(remove: [2], request: 6).get()
    _ = try await hall.waiting()
    hall.world.now += 1
    let (id, call) = (hall.id, try hall.world.call("ann"))
    _ = try await hall.world.store.change {
      try SharingRules.end(id, onlyUnused: false, for: call, reading: $0)
    }.get()
    _ = try await hall.waiting()
    let due = try await hall.survey(at: hall.world.now).due.filter {
      $0.notice.action.subject == $0.notice.address.root
    }
    let isEnd = Dictionary(uniqueKeysWithValues: due.map { ($0.notice.address.account, $0.isEnd) })
    #expect(try isEnd[Self.label("ann")] == true && isEnd[Self.label("eve")] == true)
    #expect(try isEnd[Self.label("bob")] != true)
  }

  @Test func `an address is for whoever is in with an identity, one each, and moves with it`()
    async throws
  {
    let hall = try await Hall(hearing: [])
    #expect(try await hall.put(9, by: "mallory").refusal == .notFound)
    _ = try await hall.put(1, by: "bob").get()
    _ = try await hall.put(2, by: "bob").get()
    _ = try await hall.world.update(replace: [(2, 20)], request: 6).get()
    let id = hall.id
    let all = try await hall.world.store.read {
      try $0.noticeAddresses(in: id, after: nil, limit: 9, isLast: false)
    }
    #expect(all.map(\.root) == [CollaborationWorld.root(20)])
    #expect(all.first?.endpoint.text.hasSuffix("/2") == true)
    let call = try hall.world.call("bob")
    _ = try await hall.world.store.change {
      try NoticeAddressRules.remove(in: id, for: call, reading: $0)
    }.get()
    _ = try await hall.world.append(1, by: "ann").get()
    #expect(try await hall.waiting(after: 1000).isEmpty)
  }

  @Test func `an owner without an identity hears nothing, and nobody is told what it did`()
    async throws
  {
    let world = CollaborationWorld(MemoryStore())
    try await world.share([2])
    _ = try await world.grant(2, to: "bob", nonce: 2).get()
    let (id, ann, bob) = (
      try CollaborationWorld.collaboration(1), try world.call("ann"), try world.call("bob")
    )
    let endpoint = try NoticeEndpoint("https://msg.example/p")
    let key = SigningKey().publicKey
    for (call, refusal) in [(ann, CollaborationRefusal.conflict), (bob, nil)] {
      let answer = try await world.store.change {
        try NoticeAddressRules.put(
          endpoint, key: key, secret: .zero, in: id, for: call, reading: $0)
      }
      #expect(answer.refusal == refusal)
    }
    _ = try await world.append(1, by: "ann").get()
    #expect(try await world.store.read { try $0.nextNoticeTime(after: 0) } == nil)
  }

  @Test
  func `what failed is tried after longer and longer pauses, or when the relay said, for a day`()
    async throws
  {
    let hall = try await Hall(hearing: [(1, "ann")])
    _ = try await hall.world.append(1, by: "bob").get()
    let first = try #require(try await hall.waiting(after: 1000).first)
    var (now, pauses): (UInt64, [UInt64]) = (hall.world.now + 1000, [])
    while let next = try await hall.world.store.read({ try $0.waitingNotice(first.key) }) {
      #expect(next.noticeID == first.noticeID && next.counter == first.counter)
      try await hall.note(.failed(pause: pauses.isEmpty ? 9000 : nil), of: next, at: now)
      guard let due = try await hall.world.store.read({ try $0.waitingNotice(first.key)?.dueAt })
      else { break }
      pauses.append(due - now)
      now = due
    }
    #expect(pauses.prefix(4) == [9000, 8000, 32_000, 128_000])
    #expect(pauses.max() == 3_600_000)
    #expect(now < hall.world.now + NoticeRules.lifetime && pauses.count < 40)
  }

  @Test func `an address that has ended takes what waits for it along, but no newer address`()
    async throws
  {
    let hall = try await Hall(hearing: [(1, "ann")])
    let id = hall.id
    _ = try await hall.world.append(1, by: "bob").get()
    let notice = try #require(try await hall.waiting(after: 1000).first)
    _ = try await hall.put(99, by: "ann").get()
    try await hall.note(.addressEnded, of: notice, at: hall.world.now)
    let kept = try await hall.world.store.read {
      try $0.noticeAddress(of: CollaborationWorld.root(1), in: id)
    }
    #expect(kept?.endpoint.text.hasSuffix("/99") == true)
    #expect(kept.map { $0.nextCounter > notice.counter } == true, "the counter goes on")
    // The newer one hears who is there, and nothing of what waited for the other.
    for found in try await hall.waiting(after: 1000) {
      #expect(found.action.kind == .addedCollaborator && found.address.endpoint == kept?.endpoint)
      try await hall.note(.sent, of: found, at: hall.world.now)
    }
    _ = try await hall.world.append(2, by: "bob").get()
    let second = try #require(try await hall.waiting(after: 1000).first)
    try await hall.note(.addressEnded, of: second, at: hall.world.now)
    let gone = try await hall.world.store.read {
      try $0.noticeAddress(of: CollaborationWorld.root(1), in: id)
    }
    #expect(gone == nil)
  }

  @Test(arguments: [
    "", "https://msg.example", "https://msg.example/", "http://msg.example/p", "ftp://a.example/p",
    "https://user@msg.example/p", "https://msg.example/p#x", "https://msg.example/p q",
    "https://MSG.example/p", "https://msg.example:443/p", "https://msg.example/\u{F6}",
    "https://msg.example/" + String(repeating: "a", count: 493),
  ])
  func `what is no endpoint is refused`(_ text: String) {
    #expect(throws: IdentityError.self) { try NoticeEndpoint(text) }
  }

  @Test func `endpoints are an origin and a path of at most 512 bytes`() throws {
    let long = "https://msg.example/" + String(repeating: "a", count: 492)
    for text in ["https://msg.example/p?a=b", "http://127.0.0.1:8460/relay/v1/push/x", long] {
      let endpoint = try NoticeEndpoint(text)
      #expect(endpoint.text == text)
      #expect(text.hasPrefix(endpoint.relay.text + "/"))
    }
  }
}
