import DriveDomain
import GroveIdentity
import GroveTesting
import Testing

/// Files, folders, versions and the bin, on the store in memory.
@Suite struct DriveRulesTests {
  private static func world() async throws -> DriveWorld {
    try await DriveWorld(DriveMemoryStore())
  }

  @Test func `a name is one name however it is composed, and a clash but for its case is refused`()
    async throws
  {
    let world = try await Self.world()
    _ = try await world.put("/Ame\u{301}lie", 10).get()
    #expect(try await world.put("/Am\u{E9}lie", 11).get().isNew == false)
    #expect(try await world.put("/AM\u{C9}LIE", 12).refusal == .nameTaken)
    #expect(try await world.transfer("/Am\u{E9}lie", "/AM\u{C9}LIE", isMove: true, 13).get())
    let names = try await world.list("/").get().entries.compactMap(\.node.name?.text)
    #expect(names == ["AM\u{C9}LIE"])
  }

  @Test(arguments: [
    ("", DriveNameFault.empty), (".", .dots), ("..", .dots), ("a/b", .separator),
    ("a\\b", .separator), ("a\nb", .control), ("a\u{7F}", .control), ("a\u{FFFF}", .control),
    (String(repeating: "\u{E9}", count: 128), .long),
  ])
  func `each name that nothing can have is refused with its reason`(
    _ text: String, _ fault: DriveNameFault
  ) {
    #expect(throws: DriveRefusal.name(fault)) { try DriveName(text) }
  }

  @Test(arguments: ["a", " a ", ".hidden", "a: b?", String(repeating: "\u{E9}", count: 127), "…"])
  func `any other name is taken as it is`(_ text: String) throws {
    #expect(try DriveName(text).text == text)
  }

  @Test func `nothing is made where there is no folder for it`() async throws {
    let world = try await Self.world()
    #expect(try await world.put("/a/b", 10).refusal == .noParent)
    #expect(try await world.makeFolder("/a/b", 10).refusal == .noParent)
    _ = try await world.put("/a", 11).get()
    #expect(try await world.put("/a/b", 12).refusal == .noParent)
    #expect(try await world.makeFolder("/a", 13).refusal == .notAllowed)
    #expect(try await world.put("/", 14).refusal == .notAllowed)
    #expect(try await world.delete("/").refusal == .forbidden)
  }

  @Test func `what a file held before is a version, and can be brought back`() async throws {
    let world = try await Self.world()
    for number in 10...12 { _ = try await world.put("/a", number).get() }
    var versions = try await world.versions("/a").get()
    #expect(versions.map(\.content.tag) == [11, 10].map { DriveWorld.content($0).tag })
    #expect(try await world.drive()?.used == 30)
    _ = try await world.restoreVersion(1, of: "/a").get()
    versions = try await world.versions("/a").get()
    #expect(versions.map(\.content.tag) == [12, 11].map { DriveWorld.content($0).tag })
    #expect(try await world.list("/a").get().entries[0].node.content == DriveWorld.content(10))
    #expect(try await world.drive()?.used == 30)
  }

  @Test func `a file moved over another takes its place, and the history of both goes on`()
    async throws
  {
    let world = try await Self.world()
    for number in 10...11 { _ = try await world.put("/a", number).get() }
    for number in 12...13 { _ = try await world.put("/b", number).get() }
    #expect(try await world.transfer("/b", "/a", isMove: true, 14).get() == false)
    let tags = try await world.versions("/a").get().map(\.content.tag)
    #expect(tags == [11, 12, 10].map { DriveWorld.content($0).tag })
    #expect(try await world.list("/b").refusal == .notFound)
    let drive = try #require(try await world.drive())
    #expect(drive.used == 40 && drive.nodes == 2)
  }

  @Test func `a folder is copied with what it holds, and not into itself`() async throws {
    let world = try await Self.world()
    _ = try await world.makeFolder("/a", 10).get()
    _ = try await world.makeFolder("/a/b", 11).get()
    _ = try await world.put("/a/b/c", 12).get()
    _ = try await world.set("p", "<p/>", of: "/a/b/c")
    #expect(try await world.transfer("/a", "/a/b/d", isMove: false, 13).refusal == .forbidden)
    #expect(try await world.transfer("/a", "/a", isMove: true, 13).refusal == .forbidden)
    #expect(try await world.transfer("/a/b", "/a", isMove: true, 13).refusal == .forbidden)
    #expect(try await world.transfer("/a", "/d", isMove: false, 14).get())
    let copied = try await world.list("/d/b/c").get().entries[0]
    #expect(copied.node.content == DriveWorld.content(12) && copied.properties.count == 1)
    #expect(try await world.transfer("/a", "/e", isMove: false, 15, isShallow: true).get())
    #expect(try await world.list("/e").get().entries.count == 1)
    let drive = try #require(try await world.drive())
    #expect(drive.nodes == 8)
    let again = try await world.transfer("/a", "/d", isMove: false, 16, overwrites: false)
    #expect(again.refusal == .preconditionFailed)
  }

  @Test func `what is deleted lies in the bin for 30 days, and its bytes as long`() async throws {
    var world = try await Self.world()
    _ = try await world.makeFolder("/a", 10).get()
    _ = try await world.put("/a/b", 11).get()
    _ = try await world.put("/a/b", 12).get()
    let id = try await world.delete("/a").get()
    #expect(try await world.list("/a").refusal == .notFound)
    #expect(try await world.bin().get().map(\.id) == [id])
    #expect(try await world.bin(by: "ben").get().isEmpty)
    #expect(try await world.sweep().isEmpty)
    _ = try await world.put("/a", 13).get()
    #expect(try await world.restore(id).get() == DriveWorld.path("/a 2"))
    #expect(try await world.list("/a 2/b").get().entries[0].node.content?.size == 10)
    _ = try await world.delete("/a 2").get()
    world.now += DriveLimits.binnedFor
    #expect(try await world.sweep().isEmpty)
    world.now += 1
    #expect(try await world.sweep().count == 2)
    let drive = try #require(try await world.drive())
    #expect(drive.used == 10 && drive.nodes == 2)
  }

  @Test func `who has as much as they may writes nothing more, and versions make way first`()
    async throws
  {
    var world = try await Self.world()
    world.quota = 100
    for number in 10...14 { _ = try await world.put("/a", number, size: 30).get() }
    // The bytes that are there, those they took the place of, and one version more.
    #expect(try await world.versions("/a").get().count == 2)
    #expect(try await world.drive()?.used == 90)
    #expect(try await world.put("/b", 15, size: 71).refusal == .quotaExceeded)
    #expect(try await world.put("/b", 15, size: 70).get().isNew)
    #expect(try await world.versions("/a").get().isEmpty)
    #expect(try await world.set("p", "<p/>", of: "/b") == .quotaExceeded)
    #expect(try await world.transfer("/b", "/c", isMove: false, 16).refusal == .quotaExceeded)
  }

  @Test func `a request is done only where what it expects is so`() async throws {
    let world = try await Self.world()
    var conditions = DriveConditions()
    conditions.ifMatch = .any
    #expect(try await world.put("/a", 10, conditions).refusal == .preconditionFailed)
    conditions.ifMatch = nil
    conditions.ifNoneMatch = .any
    #expect(try await world.put("/a", 10, conditions).get().isNew)
    #expect(try await world.put("/a", 11, conditions).refusal == .preconditionFailed)
    let tag = DriveWorld.content(10).tag.base64url
    conditions.ifNoneMatch = nil
    conditions.ifMatch = .these(["other", tag])
    #expect(try await world.put("/a", 11, conditions).get().isNew == false)
    // The second of two writers who saw the same.
    #expect(try await world.put("/a", 12, conditions).refusal == .preconditionFailed)
    conditions = DriveConditions()
    conditions.lists = [
      .init(.elsewhere, [.init(.token(DriveWorld.token(1)), isNegated: true), .init(.tag(tag))]),
      .init(.target, [.init(.tag(tag), isNegated: true)]),
    ]
    #expect(try await world.put("/a", 12, conditions).get().isNew == false)
  }

  @Test func `a password that is revoked opens nothing, and one account sees nothing of another`()
    async throws
  {
    let world = try await Self.world()
    _ = try await world.put("/a", 10).get()
    #expect(try await world.list("/a", by: "ben").refusal == .notFound)
    _ = try await world.revoke(1).get()
    #expect(try await world.put("/a", 11).refusal == .unauthenticated)
    #expect(try await world.revoke(1).refusal == .notFound)
    #expect(try await world.revoke(2, by: "ann").refusal == .notFound)
  }

  @Test func `erasing an account's drive leaves nothing of it`() async throws {
    let world = try await Self.world()
    _ = try await world.makeFolder("/a", 10).get()
    for number in 11...13 { _ = try await world.put("/a/b", number).get() }
    _ = try await world.put("/c", 14).get()
    _ = try await world.delete("/c").get()
    _ = try await world.put("/d", 15, by: "ben").get()
    let ann = try world.person("ann").account
    while try await world.store.changeDrives(
      for: "", { try DriveErasure.step(of: ann, reading: $0) })
    {}
    #expect(try await world.sweep().count == 4)
    #expect(try await world.drive() == nil)
    #expect(try await world.list("/", by: "ben").get().entries.count == 2)
  }
}
