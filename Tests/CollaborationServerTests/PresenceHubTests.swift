import CollaborationDomain
import GroveIdentity
import GroveServing
import GroveTesting
import Testing

@testable import CollaborationServer

/// When presence is told, and when there is nothing to do.
struct PresenceHubTests {
  private let document = CollaborationWorld.document(1)
  private let room = PresenceHub(hasOthers: false)

  private func put(_ state: [UInt8] = [1], until: UInt64, at now: UInt64) throws {
    let entry = PresenceTable.Entry(
      account: try CollaborationWorld.account("bob"), displayName: "Bob",
      clientID: CollaborationWorld.request(1), session: .zero, state: state, expiresAt: until)
    let put = room.put(entry, isBackend: false, in: document, ifGeneration: 0, at: now)
    #expect(put == .done)
  }

  private func due(at now: UInt64) -> [DocumentID] { room.takeDue(at: now, now: now) { _ in 1 } }

  @Test func `a renewed lease is told to nobody, and another state is`() throws {
    try put(until: 30_000, at: 1)
    #expect(due(at: 1) == [document])
    try put(until: 40_000, at: 10_000)
    #expect(due(at: 10_000).isEmpty)
    try put([2], until: 40_000, at: 11_000)
    #expect(due(at: 11_000) == [document])
  }

  @Test func `who comes later reads until when renewed leases last`() throws {
    try put(until: 30_000, at: 1)
    _ = due(at: 1)
    try put(until: 40_000, at: 10_000)
    #expect(due(at: 10_000).isEmpty)
    let text = String(decoding: room.frame(of: document, at: 10_001).bytes, as: UTF8.self)
    #expect(text.contains("40000") && !text.contains("30000"))
  }

  @Test func `it rests where nobody is present, and looks again when a lease ends`() throws {
    #expect(room.pause(at: 1) == nil)
    try put(until: 30_000, at: 1)
    #expect(room.pause(at: 1) == 0, "it is to be told")
    #expect(due(at: 1) == [document])
    #expect(room.pause(at: 2) == 1000 && room.pause(at: 29_900) == 100)
    #expect(room.pause(at: 30_001) == 0)
    #expect(due(at: 30_001) == [document])
    #expect(room.pause(at: 30_002) == 0, "the empty room is to be forgotten")
    #expect(due(at: 30_102).isEmpty && room.pause(at: 30_102) == nil)
  }

  @Test func `it calls where something is to be told`() async throws {
    try put(until: 30_000, at: 1)
    var calls = room.calls.calls.makeAsyncIterator()
    await calls.next()
    _ = due(at: 1)
    room.signOut(try CollaborationWorld.account("bob"))
    await calls.next()
    #expect(due(at: 200) == [document])
  }
}
