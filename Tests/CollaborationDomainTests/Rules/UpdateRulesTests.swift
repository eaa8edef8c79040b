import CollaborationDomain
import GroveTesting
import Testing

/// What appending to a log leaves behind besides its entry.
@Suite struct UpdateRulesTests {
  @Test
  func `of edits within a second the first is noted to be attested, and a comment for itself`()
    async throws
  {
    var world = CollaborationWorld(MemoryStore())
    try await world.share([1, 2])
    _ = try await world.grant(2, to: "bob", nonce: 2).get()
    let begin = world.now
    for (number, later) in [0, 1, 999].enumerated() {
      world.now = begin + UInt64(later)
      _ = try await world.append(number, by: "bob").get()
    }
    #expect(try await noted(.edit, in: world) == begin)
    _ = try await world.append(3, .comment, by: "bob").get()
    #expect(try await noted(.comment, in: world) == begin + 999)
    world.now = begin + 1000
    _ = try await world.append(4, by: "bob").get()
    #expect(try await noted(.edit, in: world) == begin + 1000)
    // A clock that was set back leaves none in the time to come.
    world.now = begin + 500
    _ = try await world.append(5, by: "bob").get()
    #expect(try await noted(.edit, in: world) == begin + 500)
  }

  private func noted(_ kind: CausedEvent.Kind, in world: CollaborationWorld) async throws -> UInt64?
  {
    let bob = try CollaborationWorld.account("bob")
    return try await world.store.read {
      try $0.causedEvent(kind, by: bob, in: CollaborationWorld.document(1))?.at
    }
  }
}
