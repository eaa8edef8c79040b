import DriveDomain
import GroveIdentity
import GroveTesting
import Testing

/// Files whose bytes come in several requests.
@Suite struct UploadRulesTests {
  private static func world() async throws -> DriveWorld {
    try await DriveWorld(DriveMemoryStore())
  }

  private static var nothingThere: DriveConditions {
    var conditions = DriveConditions()
    conditions.ifNoneMatch = .any
    return conditions
  }

  @Test func `an upload is nothing in the drive until it ends, and then a file that is counted`()
    async throws
  {
    let world = try await Self.world()
    let upload = try await world.beginUpload("/a", 10, size: 100).get()
    #expect(try await world.list("/").get().entries.count == 1)
    #expect(try await world.drive()?.used == 0)
    let written = try await world.finishUpload("/a", 10).get()
    #expect(written.isNew && written.node.content == upload.content)
    #expect(try await world.drive()?.used == 100)
    // It ends once, and is told for an hour.
    #expect(try await world.finishUpload("/a", 10).refusal == .gone)
    #expect(try await world.goOnUpload("/a", 10).refusal == .gone)
    #expect(try await world.findUpload("/a", 10).get().isComplete)
    #expect(try await world.sweep().isEmpty)
  }

  @Test func `what the first request expects has to be so at the end as well`() async throws {
    let world = try await Self.world()
    _ = try await world.put("/a", 3).get()
    #expect(try await world.beginUpload("/a", 10, Self.nothingThere).refusal == .preconditionFailed)
    // Two at once for one name, and for one that somebody changes meanwhile.
    _ = try await world.beginUpload("/b", 11, Self.nothingThere).get()
    _ = try await world.beginUpload("/b", 12, Self.nothingThere).get()
    var sameBytes = DriveConditions()
    sameBytes.ifMatch = .these([DriveWorld.content(3).tag.base64url])
    _ = try await world.beginUpload("/a", 13, sameBytes).get()
    _ = try await world.put("/a", 4).get()
    _ = try await world.finishUpload("/b", 12).get()
    for (path, number) in [("/b", 11), ("/a", 13)] {
      #expect(try await world.finishUpload(path, number).refusal == .preconditionFailed)
    }
    #expect(try await world.versions("/b").get().isEmpty)
    // What was refused waits.
    #expect(try await !world.findUpload("/b", 11).get().isComplete)
  }

  @Test func `a lock that came meanwhile is not passed, and the upload ends when it is gone`()
    async throws
  {
    let world = try await Self.world()
    _ = try await world.put("/a", 3).get()
    _ = try await world.beginUpload("/a", 10).get()
    _ = try await world.lock("/a", 20).get()
    let refused = try await world.finishUpload("/a", 10).refusal
    #expect(refused == .locked(path: try DriveWorld.path("/a"), isBelow: false))
    #expect(try await world.unlock("/a", 20) == nil)
    #expect(try await !world.finishUpload("/a", 10).get().isNew)
    #expect(try await world.versions("/a").get().count == 1)
  }

  @Test func `nobody finds, continues, ends or gives up somebody else's upload`() async throws {
    let world = try await Self.world()
    _ = try await world.beginUpload("/a", 10).get()
    #expect(try await world.findUpload("/a", 10, by: "ben").refusal == .notFound)
    #expect(try await world.goOnUpload("/a", 10, by: "ben").refusal == .notFound)
    #expect(try await world.finishUpload("/a", 10, by: "ben").refusal == .notFound)
    #expect(try await world.cancelUpload("/a", 10, by: "ben").refusal == .notFound)
    #expect(try await world.findUpload("/b", 10).refusal == .notFound)
    #expect(try await world.revoke(1).refusal == nil)
    #expect(try await world.finishUpload("/a", 10).refusal == .unauthenticated)
  }

  @Test func `an upload that nobody goes on with is forgotten, with its bytes`() async throws {
    var world = try await Self.world()
    let (never, late) = (
      try await world.beginUpload("/a", 10).get(), try await world.beginUpload("/b", 11).get()
    )
    _ = try await world.goOnUpload("/b", 11).get()
    world.now += DriveUpload.shortLifetime
    #expect(try await world.goOnUpload("/a", 10).refusal == .notFound)
    #expect(try await world.sweep() == [never.file])
    #expect(try await !world.findUpload("/b", 11).get().isComplete)
    world.now += DriveUpload.lifetime
    #expect(try await world.finishUpload("/b", 11).refusal == .notFound)
    #expect(try await world.sweep() == [late.file])
    _ = try await world.beginUpload("/c", 12).get()
    #expect(try await world.cancelUpload("/c", 12).refusal == .gone)
    #expect(try await world.sweep().count == 1)
  }

  @Test func `what is under way has as much room as the drive, and a thousand places`() async throws
  {
    var world = try await Self.world()
    world.quota = 1000
    #expect(try await world.beginUpload("/a", 10, size: 1001).refusal == .quotaExceeded)
    _ = try await world.beginUpload("/a", 10, size: 600).get()
    #expect(try await world.beginUpload("/b", 11, size: 401).refusal == .quotaExceeded)
    _ = try await world.beginUpload("/b", 12, size: 400).get()
    _ = try await world.put("/c", 13, size: 500).get()
    // There is no room for both any more.
    #expect(try await world.finishUpload("/a", 10).refusal == .quotaExceeded)
    #expect(try await world.cancelUpload("/a", 10).refusal == .gone)
    _ = try await world.finishUpload("/b", 12).get()
    world.quota = 1 << 20
    for number in 0..<DriveLimits.uploads - 1 {
      _ = try await world.beginUpload("/n", 100 + number, size: 0).get()
    }
    #expect(try await world.beginUpload("/n", 99, size: 0).refusal == .limitExceeded)
  }
}
