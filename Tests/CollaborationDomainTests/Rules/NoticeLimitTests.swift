import CollaborationDomain
import GroveIdentity
import GroveTesting
import Testing

/// How much waits to be told, and how much is told at a time (docs/LIMITS.md).
@Suite struct NoticeLimitTests {
  @Test func `sixty-four notices wait for one address and no more, eight at a time are sent`()
    async throws
  {
    let hall = try await NoticeRulesTests.Hall(hearing: [(1, "ann")])
    let guests = 100..<100 + NoticeRules.maximumWaiting + 6
    for guest in guests {
      // Each is about somebody else, so that none takes another's place.
      _ = try await hall.world.update(add: [guest], request: guest).get()
      _ = try await hall.world.grant(guest, to: "guest-\(guest)", nonce: guest).get()
      _ = try await hall.waiting(after: 10_000)
    }
    #expect(try await hall.waiting(after: 10_000).count == NoticeRules.maximumWaiting)
    func due(busy: Set<WaitingNotice.Key>) async throws -> [WaitingNotice.Key] {
      let now = hall.world.now + 10_000
      return try await hall.world.store.read {
        try NoticeRules.survey(at: now, perRelay: 8, busy: busy, reading: $0)
      }.due.map(\.notice.key)
    }
    let sent = try await due(busy: [])
    #expect(sent.count == 8)
    // Those on their way already are among the eight.
    #expect(try await due(busy: Set(sent.prefix(5))) == Array(sent.dropFirst(5)))
  }

  @Test func `one step tells two hundred and fifty-six addresses, the next one the others`()
    async throws
  {
    let hall = try await NoticeRulesTests.Hall(hearing: [])
    for place in 0..<NoticeRules.addressesAtOnce + 10 {
      let address = NoticeAddress(
        collaborationID: hall.id, root: CollaborationWorld.root(1_000 + place),
        account: try CollaborationWorld.account("guest-\(place)"),
        endpoint: try NoticeEndpoint("https://msg.example/relay/v1/push/\(place)"),
        key: SigningKey().publicKey, secret: .zero, nextCounter: 1)
      try await hall.world.store.change { _ in Decision((), changes: [.putNoticeAddress(address)]) }
    }
    _ = try await hall.world.append(1, by: "bob").get()
    let (now, noticeID) = (hall.world.now + 1000, NoticeID.random())
    let event = try #require(try await hall.survey(at: now).events.first)
    var told: [Int] = []
    var more = true
    while more, told.count < 9 {
      more = try await hall.world.store.change {
        try NoticeRules.spread(event, as: noticeID, at: now, reading: $0)
      }
      told.append(try await hall.survey(at: now).due.count)
    }
    #expect(told == [NoticeRules.addressesAtOnce, NoticeRules.addressesAtOnce + 10])
  }

  @Test func `who has nine identities is told of under the eight newest`() async throws {
    var hall = try await NoticeRulesTests.Hall(hearing: [(2, "bob")])
    // Ann is 1 already.
    let more = Array(10..<10 + NoticeRules.actorIdentities)
    for place in more {
      hall.world.now += 1
      _ = try await hall.world.update(add: [place], request: place).get()
      _ = try await hall.world.grant(place, to: "ann", nonce: place).get()
    }
    for notice in try await hall.waiting(after: 10_000) {
      try await hall.note(.sent, of: notice, at: hall.world.now + 10_000)
    }
    _ = try await hall.world.append(1, by: "ann").get()
    _ = try await hall.waiting(after: 20_000)
    let edit = try #require(try await hall.survey(at: hall.world.now + 20_000).due.first)
    let told = [edit.actorRoot] + edit.otherActorRoots
    #expect(told.count == 8)
    #expect(Set(told) == Set(more.map(CollaborationWorld.root)))
  }
}
