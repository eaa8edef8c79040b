import DriveDomain
import GroveTesting
import Testing

/// Files that are shared, in memory.
@Suite struct DriveShareTests {
  private static func world() async throws -> DriveWorld {
    try await DriveWorld(DriveMemoryStore())
  }

  @Test func `who takes part finds what is shared below Shared`() async throws {
    try await DriveShareContract.findsBelowShared(Self.world())
  }

  @Test func `what a participant writes is in its owner's drive, versions, bin and quota`()
    async throws
  {
    try await DriveShareContract.writesThere(Self.world())
  }

  @Test func `nothing is made, moved or taken away in Shared itself, and nobody shares it on`()
    async throws
  {
    try await DriveShareContract.refuses(Self.world())
  }

  @Test func `what is shared to be read only is not written, locked or taken away`() async throws {
    try await DriveShareContract.readsOnly(Self.world())
  }

  @Test func `removing, leaving, stopping and deleting take it away at once, locks too`()
    async throws
  {
    try await DriveShareContract.ends(Self.world())
  }

  @Test func `from one drive into another nothing is moved, but copied and put into the bin`()
    async throws
  {
    try await DriveShareContract.movesAcross(Self.world())
  }

  @Test func `of two with one name the one that was shared first keeps it`() async throws {
    try await DriveShareContract.namesTwins(Self.world())
  }

  @Test func `nobody passes another's lock by naming it`() async throws {
    try await DriveShareContract.locks(Self.world())
  }

  @Test func `what is shared by itself within a shared folder only its owner takes away`()
    async throws
  {
    try await DriveShareContract.keepsInner(Self.world())
  }

  @Test func `nothing goes into itself by the other of two paths that lead to it`() async throws {
    try await DriveShareContract.keepsTree(Self.world())
  }

  @Test func `what others write into a shared folder makes way for the folder's own history only`()
    async throws
  {
    try await DriveShareContract.keepsHistory(Self.world())
  }

  @Test func `bytes that were meant for one shared folder go into no other of its name`()
    async throws
  {
    try await DriveShareContract.keepsPlace(Self.world())
  }

  @Test func `editing, renaming, moving and deleting are noted where it is shared`() async throws {
    try await DriveShareContract.notes(Self.world())
  }

  @Test func `an account shares 200 files at most, and stopped ones make way`() async throws {
    let world = try await Self.world()
    for number in 0...200 { _ = try await world.put("/f\(number)", 400 + number, size: 0).get() }
    for number in 0..<200 { _ = try await world.share("/f\(number)", 400 + number).get() }
    #expect(try await world.share("/f200", 700).refusal == .limitExceeded)
    #expect(try await world.sharedByMe(limit: 300).count == 200)
    #expect(try await world.end(450) == nil)
    #expect(try await world.share("/f200", 701).get().isNew)
  }

  @Test func `an account is shown the newest 200 of what others share with it`() async throws {
    var world = try await Self.world()
    for number in 0..<200 {
      _ = try await world.put("/f\(number)", 400 + number, size: 0).get()
      _ = try await world.share("/f\(number)", 400 + number).get()
      try await world.letIn("ben", to: 400 + number, as: 400 + number)
    }
    world.now += 1
    _ = try await world.put("/mine", 800, by: "ben").get()
    #expect(try await world.shared(with: "ben").count == 200)
    _ = try await world.makePassword(3, by: "eve").get()
    _ = try await world.share("/mine", 801, by: "ben").get()
    #expect(try await world.shared(with: "ben").count == 200)
  }

  @Test func `those with whom something is shared hold 100 locks in its owner's drive at most`()
    async throws
  {
    let world = try await Self.world()
    _ = try await world.makeFolder("/d", 300).get()
    for number in 0...100 { _ = try await world.put("/d/\(number)", 400 + number, size: 0).get() }
    _ = try await world.share("/d", 1).get()
    try await world.letIn("ben", to: 1, as: 21)
    for number in 0..<100 {
      _ = try await world.lock("/Shared/d/\(number)", number, by: "ben").get()
    }
    #expect(try await world.lock("/Shared/d/100", 200, by: "ben").refusal == .limitExceeded)
    #expect(try await world.lock("/d/100", 201).refusal == nil)
  }
}
