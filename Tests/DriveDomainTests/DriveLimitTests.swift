import DriveDomain
import GroveTesting
import Testing

/// Each limit of a drive, reached.
@Suite struct DriveLimitTests {
  private static func world() async throws -> DriveWorld {
    try await DriveWorld(DriveMemoryStore())
  }

  @Test func `a file has 20 versions at most`() async throws {
    let world = try await Self.world()
    for number in 10...40 { _ = try await world.put("/a", number).get() }
    let versions = try await world.versions("/a").get()
    #expect(versions.count == DriveLimits.versions)
    #expect(versions.first?.content == DriveWorld.content(39))
    #expect(try await world.drive()?.used == 210)
    #expect(try await world.sweep().count == 10)
  }

  @Test func `nothing lies deeper than 64 folders, however it comes there`() async throws {
    let world = try await Self.world()
    var path = ""
    for number in 0..<DriveLimits.depth {
      path += "/d"
      _ = try await world.makeFolder(path, 100 + number).get()
    }
    #expect(throws: DriveRefusal.limitExceeded) { try DriveWorld.path(path + "/d") }
    _ = try await world.makeFolder("/e", 10).get()
    _ = try await world.makeFolder("/e/f", 11).get()
    let above = String(path.dropLast(2))
    for isMove in [true, false] {
      let refused = try await world.transfer("/e", above + "/e", isMove: isMove, 12)
      #expect(refused.refusal == .limitExceeded)
    }
  }

  @Test func `a file has 100 properties at most, of 64 KiB together`() async throws {
    let world = try await Self.world()
    _ = try await world.put("/a", 10).get()
    for number in 0..<DriveLimits.properties {
      #expect(try await world.set("p\(number)", "<p/>", of: "/a") == nil)
    }
    #expect(try await world.set("more", "<p/>", of: "/a") == .limitExceeded)
    #expect(try await world.set("p0", nil, of: "/a") == nil)
    let long = "<p>" + String(repeating: "x", count: 64 << 10) + "</p>"
    #expect(try await world.set("more", long, of: "/a") == .limitExceeded)
    #expect(try await world.set("more", "<p/>", of: "/a") == nil)
  }

  @Test func `an account has 200 locks and 50 app passwords at most`() async throws {
    let world = try await Self.world()
    for number in 0..<DriveLimits.locks {
      let request = LockRules.Request(
        path: try DriveWorld.path("/f\(number)"), isExclusive: true, isDeep: false, owner: "",
        lifetime: nil)
      let fresh = LockRules.Fresh(
        token: DriveLockToken(text: "t\(number)"), tag: DriveWorld.content(1).tag,
        nodes: DriveWorld.fresh(1000 + number))
      let call = try world.program("ann")
      _ = try await world.store.changeDrives(for: "") {
        try LockRules.take(request, DriveConditions(), fresh: fresh, for: call, reading: $0)
      }.get()
    }
    #expect(try await world.lock("/more", 10).refusal == .limitExceeded)
    for number in 100..<(99 + DriveLimits.passwords) {
      _ = try await world.makePassword(number, by: "ann").get()
    }
    #expect(try await world.makePassword(99, by: "ann").refusal == .limitExceeded)
  }

  @Test func `an account has 200 000 files and folders at most`() async throws {
    let world = try await Self.world()
    _ = try await world.put("/a", 2).get()
    var full = try #require(try await world.drive())
    full.nodes = DriveLimits.nodes
    let drive = full
    try await world.store.changeDrives(for: "") { _ in
      DriveDecision((), changes: [.putDrive(drive)])
    }
    #expect(try await world.makeFolder("/b", 3).refusal == .limitExceeded)
    #expect(try await world.put("/b", 3).refusal == .limitExceeded)
    #expect(try await world.lock("/b", 3).refusal == .limitExceeded)
    #expect(try await world.transfer("/a", "/b", isMove: false, 4).refusal == .limitExceeded)
    #expect(try await world.transfer("/a", "/b", isMove: true, 5).get())
  }

  @Test func `a page of a listing ends with what is written of each entry and with its address`()
    async throws
  {
    let world = try await Self.world()
    var folder = ""
    for number in 0..<40 {
      folder += "/" + String(repeating: "d", count: 250)
      _ = try await world.makeFolder(folder, 10 + number).get()
    }
    for number in 0..<60 {
      _ = try await world.put(folder + "/f\(100 + number)", 200 + number).get()
    }
    // Forty names of 250 bytes are 30 kB in an address.
    #expect(try await world.list(folder).get().entries.count == 1 + 18)
    for number in 0..<60 { _ = try await world.put("/f\(100 + number)", 300 + number).get() }
    let call = try world.program("ann")
    let page = try await world.store.readDrives(for: "") {
      try PropertyRules.list(
        .root, withChildren: true, from: nil, withProperties: false, entryBytes: 16 << 10,
        DriveConditions(), for: call, reading: $0)
    }.get()
    #expect(page.entries.count == 1 + 32 && page.next != nil)
  }

  @Test func `a page of a listing has 200 entries, and ends with the bytes of properties`()
    async throws
  {
    let world = try await Self.world()
    for number in 0..<205 { _ = try await world.put("/f\(1000 + number)", 2000 + number).get() }
    let first = try await world.list("/").get()
    #expect(first.entries.count == 201)
    let next = try #require(first.next)
    let second = try await world.list("/", from: next).get()
    #expect(second.entries.count == 5 && second.next == nil)
    let long = "<p>" + String(repeating: "x", count: 60_000) + "</p>"
    for number in 0..<12 {
      #expect(try await world.set("p", long, of: "/f\(1000 + number)") == nil)
    }
    let short = try await world.list("/").get()
    #expect(short.entries.count == 10 && short.next == "f1008")
  }
}
