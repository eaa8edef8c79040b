import DriveDomain
import GroveTesting
import Testing

/// Write locks (RFC 4918, section 7).
@Suite struct LockRulesTests {
  private static func world() async throws -> DriveWorld {
    let world = try await DriveWorld(DriveMemoryStore())
    _ = try await world.makeFolder("/a", 1).get()
    _ = try await world.put("/a/b", 2).get()
    return world
  }

  private static func isLocked(_ refusal: DriveRefusal?) -> Bool {
    if case .locked = refusal { true } else { false }
  }

  private static func isInTheWay(_ refusal: DriveRefusal?) -> Bool {
    if case .lockConflict = refusal { true } else { false }
  }

  @Test func `what is locked is written, moved and deleted only by who names the lock`()
    async throws
  {
    let world = try await Self.world()
    _ = try await world.lock("/a/b", 10).get()
    #expect(Self.isLocked(try await world.put("/a/b", 11).refusal))
    #expect(Self.isLocked(try await world.delete("/a/b").refusal))
    #expect(Self.isLocked(try await world.transfer("/a/b", "/c", isMove: true, 12).refusal))
    #expect(Self.isLocked(try await world.set("p", "<p/>", of: "/a/b")))
    // Also with all that is around it.
    let below = try DriveRefusal.locked(path: DriveWorld.path("/a/b"), isBelow: true)
    #expect(try await world.delete("/a").refusal == below)
    // It may be copied, and the copy is not locked.
    #expect(try await world.transfer("/a/b", "/c", isMove: false, 13).get())
    #expect(try await world.put("/c", 14).get().isNew == false)
    #expect(try await world.put("/a/b", 15, DriveWorld.naming(10)).get().isNew == false)
    #expect(try await world.put("/a/b", 16, DriveWorld.naming(9)).refusal == .preconditionFailed)
    #expect(try await world.unlock("/c", 10) == .lockMismatch)
    #expect(try await world.unlock("/a/b", 10) == nil)
    #expect(try await world.put("/a/b", 17).get().isNew == false)
  }

  @Test func `a lock on a folder holds what goes in and out, and a deep one all that is below`()
    async throws
  {
    let world = try await Self.world()
    _ = try await world.lock("/a", 10, isDeep: false).get()
    #expect(Self.isLocked(try await world.put("/a/c", 11).refusal))
    #expect(Self.isLocked(try await world.delete("/a/b").refusal))
    #expect(try await world.put("/a/b", 12).get().isNew == false)
    _ = try await world.unlock("/a", 10)
    _ = try await world.lock("/a", 13).get()
    #expect(Self.isLocked(try await world.put("/a/b", 14).refusal))
    #expect(try await world.put("/a/c", 15, DriveWorld.naming(13, at: "/a")).get().isNew)
    // Through what is below it can be given up.
    #expect(try await world.unlock("/a/b", 13) == nil)
  }

  @Test func `exclusive locks are alone, shared ones are not`() async throws {
    let world = try await Self.world()
    _ = try await world.lock("/a/b", 10, isExclusive: false).get()
    _ = try await world.lock("/a/b", 11, isExclusive: false).get()
    #expect(Self.isInTheWay(try await world.lock("/a/b", 12).refusal))
    #expect(Self.isInTheWay(try await world.lock("/a", 12).refusal))
    #expect(try await world.lock("/a", 12, isDeep: false).refusal == nil)
    #expect(Self.isLocked(try await world.put("/a/b", 13).refusal))
    #expect(try await world.put("/a/b", 13, DriveWorld.naming(11)).get().isNew == false)
    _ = try await world.unlock("/a", 12)
    _ = try await world.unlock("/a/b", 10)
    _ = try await world.unlock("/a/b", 11)
    _ = try await world.lock("/a", 14).get()
    #expect(Self.isInTheWay(try await world.lock("/a/b", 15, isExclusive: false).refusal))
  }

  @Test func `a lock on nothing makes an empty file, and locks end by themselves`() async throws {
    var world = try await Self.world()
    let taken = try await world.lock("/n", 10, lifetime: 60_000).get()
    #expect(taken.isNew && taken.lock.expiresAt == world.now + 60_000)
    #expect(try await world.list("/n").get().entries[0].node.content?.size == 0)
    #expect(try await world.lock("/x/n", 11).refusal == .noParent)
    #expect(Self.isLocked(try await world.put("/n", 12).refusal))
    world.now += 60_000
    #expect(try await world.put("/n", 12).get().isNew == false)
    // Nothing was there before, so there is no version of it.
    #expect(try await world.versions("/n").get().isEmpty)
    let longest = try await world.lock("/n", 13, lifetime: .max / 2).get()
    #expect(longest.lock.expiresAt == world.now + DriveLimits.longestLock)
  }

  @Test func `what is moved or deleted leaves its lock behind`() async throws {
    let world = try await Self.world()
    _ = try await world.lock("/a/b", 10).get()
    let named = try DriveWorld.naming(10)
    #expect(try await world.transfer("/a/b", "/c", isMove: true, 11, named).get())
    #expect(try await world.put("/c", 12).get().isNew == false)
    #expect(try await world.put("/a/b", 13).get().isNew)
    _ = try await world.lock("/c", 14).get()
    let id = try await world.delete("/c", DriveWorld.naming(14)).get()
    _ = try await world.restore(id).get()
    #expect(try await world.put("/c", 15).get().isNew == false)
  }
}
