import GroveIdentity
import GroveMessage
import GroveTesting
import RelayDomain
import Testing

/// Lists of the relay come in pages that end by their bytes, and nothing is lost between two of them.
struct PageRulesTests {
  private let world = RelayWorld(MemoryRelayStore())

  @Test func `a thousand conversations of 256 people come in pages of a quarter of a mebibyte`()
    async throws
  {
    let ann = try await world.people("ann", together: false)[0]
    let members = [ann.accountID] + (0..<255).map { AccountID(unchecked: numbered($0)) }
    let all = (0..<1000).map { count in
      ConversationRecord(
        conversationID: ConversationID(unchecked: numbered(count, 16)), name: "Kitchen",
        members: members, version: 1)
    }
    try await world.store.change { _ in
      RelayDecision(all.map { .insertConversation($0) }, answer: ())
    }
    var (found, pages, after): ([ConversationID], Int, ConversationID?) = ([], 0, nil)
    repeat {
      let page = try await world.store.read { [after] in
        try RelayRules.conversations(
          of: ann.address(), after: after, limits: RelayLimits(), in: $0)
      }.get()
      #expect((1...30).contains(page.conversations.count))
      found += page.conversations.map(\.conversationID)
      (pages, after) = (pages + 1, page.next)
    } while after != nil && pages < 1000
    #expect(found == all.map(\.conversationID))
    #expect(pages >= 1000 / 30)
  }

  @Test func `a chain comes in pages, and the keys with the last of them`() async throws {
    var person = try await world.people("ann")[0]
    for _ in 0..<6 {
      let device = RelayPerson.Device()
      let statement = try person.adding(device)
      _ = try await world.publish(statement, by: person.address()).result.get()
      try person.take(statement, with: device)
    }
    var limits = RelayLimits()
    limits.listPageBytes = 3000
    let (now, caller) = (world.now, person.address())
    var (found, from, pages): ([SignedStatement], UInt64?, Int) = ([], 0, 0)
    while let begin = from {
      let view = try await world.store.read { [limits] in
        try RelayRules.lookUp(
          account: caller.account, from: begin, by: caller, now: now, limits: limits, in: $0)
      }.get()
      #expect(view.kemKeys.isEmpty == (view.next != nil))
      found += view.statements
      (pages, from) = (pages + 1, view.next)
    }
    #expect(found == person.chain.records)
    #expect(pages > 2)
    let handle = try Handle("ann")
    let first = try await world.store.read { [limits] in
      try RelayRules.lookUpForRecovery(handle: handle, from: 0, limits: limits, in: $0)
    }.get()
    #expect(first.next == UInt64(first.statements.count) && first.statements.count < found.count)
  }

  @Test func `one token more than a device may have ends its oldest`() async throws {
    var world = world
    let ann = try await world.people("ann")[0].address()
    let most = UInt8(world.limits.sessionsPerDevice)
    for token in 1...most + 3 {
      world.now += 1
      try await world.signIn(ann, token: token, nonce: token).get()
    }
    for token in 1...most + 3 {
      #expect(try await world.caller(token: token) != nil || token <= 3, "token \(token)")
      #expect(try await world.caller(token: token) == nil || token > 3, "token \(token)")
    }
  }

  private func numbered(_ number: Int, _ count: Int = 32) -> [UInt8] {
    [UInt8](repeating: 0, count: count - 2) + [UInt8(number >> 8), UInt8(number & 255)]
  }
}
