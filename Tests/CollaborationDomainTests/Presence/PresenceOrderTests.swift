import CollaborationDomain
import GroveTesting
import Testing

/// What several nodes tell each other of one window, in whatever order it comes.
struct PresenceOrderTests {
  private func key(_ client: Int = 1) throws -> PresenceKey {
    PresenceKey(
      document: CollaborationWorld.document(1), account: try CollaborationWorld.account("bob"),
      clientID: CollaborationWorld.request(client))
  }

  @Test func `what was said before something that is known is not new, of the same window only`()
    throws
  {
    var order = PresenceOrder()
    order.note(try key(), saidAt: 100, at: 100)
    #expect(
      try !order.isNew(key(), saidAt: 99, at: 100) && !order.isNew(key(), saidAt: 100, at: 100))
    #expect(try order.isNew(key(), saidAt: 101, at: 100) && order.isNew(key(2), saidAt: 1, at: 100))
  }

  @Test func `what is said here comes after what another node said whose clock is ahead`() throws {
    var order = PresenceOrder()
    #expect(try order.time(of: key(), at: 100) == 100)
    order.note(try key(), saidAt: 5000, at: 100)
    #expect(try order.time(of: key(), at: 101) == 5001)
  }

  @Test func `it is forgotten when nothing older can be on its way any more`() throws {
    var order = PresenceOrder()
    order.note(try key(), saidAt: 5000, at: 100)
    let end = 100 + PresenceOrder.memory
    #expect(try !order.isNew(key(), saidAt: 1, at: end - 1))
    #expect(try order.time(of: key(), at: end - 1) == end - 1)
    #expect(try order.isNew(key(), saidAt: 1, at: end))
  }

  @Test func `what is forgotten takes no room, also where nobody asks`() throws {
    var order = PresenceOrder()
    for number in 1...10_000 {
      order.note(try key(number), saidAt: 1, at: UInt64(number * 100))
    }
    #expect(order.count < 500, "a hundred are remembered at a time")
  }
}
