import DriveDomain
import GroveTesting
import Testing

/// What one request costs at most: look-ups of rows, which others wait for.
@Suite struct DriveCostTests {
  private static let depth = 60

  private static func deepFolder(_ world: DriveWorld) async throws -> String {
    var path = ""
    for number in 0..<depth {
      path += "/d"
      _ = try await world.makeFolder(path, 100 + number).get()
    }
    return path
  }

  /// How many rows a command looks up.
  private static func cost<Answer: Sendable>(
    _ world: DriveWorld,
    _ command: @escaping @Sendable (CountedDriveReader) throws -> DriveOutcome<Answer>
  ) async throws -> Int {
    try await world.store.readDrives(for: "") { reader in
      let counted = CountedDriveReader(reader)
      _ = try command(counted).get()
      return counted.count
    }
  }

  @Test func `two hundred locks sixty folders down cost each request no more than the way there`()
    async throws
  {
    let world = try await DriveWorld(DriveMemoryStore())
    let folder = try await Self.deepFolder(world)
    for number in 0..<40 { _ = try await world.put(folder + "/f\(number)", 300 + number).get() }
    for number in 0..<DriveLimits.locks {
      _ = try await world.lock(folder, number, isExclusive: false).get()
    }
    let (call, path) = (try world.program("ann"), try DriveWorld.path(folder))
    let listing = try await Self.cost(world) {
      try PropertyRules.list(
        path, withChildren: true, from: nil, withProperties: true, DriveConditions(), for: call,
        reading: $0)
    }
    #expect(listing < 2 * Self.depth)
    let conditions = try DriveWorld.naming(1)
    let deleting = try await Self.cost(world) {
      try BinRules.delete(path, conditions, for: call, reading: $0).answer
    }
    #expect(deleting < 4 * Self.depth)
    #expect(try await world.unlock(folder, 0) == nil)
    let locking = try await Self.cost(world) {
      try LockRules.take(
        LockRules.Request(
          path: path, isExclusive: false, isDeep: true, owner: "", lifetime: nil),
        DriveConditions(),
        fresh: LockRules.Fresh(
          token: DriveWorld.token(250), tag: DriveWorld.content(1).tag,
          nodes: DriveWorld.fresh(900)), for: call, reading: $0
      ).answer
    }
    #expect(locking < 4 * Self.depth)
  }

  @Test func `a place that a request names a hundred times is looked up once`() async throws {
    let world = try await DriveWorld(DriveMemoryStore())
    let folder = try await Self.deepFolder(world)
    let (call, path) = (try world.program("ann"), try DriveWorld.path(folder))
    var conditions = DriveConditions()
    conditions.lists = (0..<100).map { number in
      DriveConditions.List(
        .path(path), [.init(.tag("x\(number)"), isNegated: number == 99)])
    }
    let expected = conditions
    let cost = try await Self.cost(world) {
      try PropertyRules.list(
        .root, withChildren: false, from: nil, withProperties: false, expected, for: call,
        reading: $0)
    }
    #expect(cost < 2 * Self.depth)
  }

  @Test func `what others share is looked up once for a request, however often it is named`()
    async throws
  {
    let world = try await DriveWorld(DriveMemoryStore())
    let folder = try await Self.deepFolder(world)
    for number in 0..<30 {
      let path = number == 0 ? folder + "/same" : "/\(number)/same"
      if number > 0 { _ = try await world.makeFolder("/\(number)", 400 + number).get() }
      _ = try await world.put(path, 500 + number, size: 0).get()
      _ = try await world.share(path, 600 + number).get()
      try await world.letIn("ben", to: 600 + number, as: 600 + number)
    }
    let call = try world.program("ben")
    var conditions = DriveConditions()
    conditions.lists = try (2...30).map { number in
      DriveConditions.List(
        .path(try DriveWorld.path("/Shared/same \(number)")),
        [.init(.tag("x"), isNegated: number == 30)])
    }
    let expected = conditions
    let cost = try await Self.cost(world) {
      try PropertyRules.list(
        .shared, withChildren: true, from: nil, withProperties: false, expected, for: call,
        reading: $0)
    }
    // Two for each that is shared, the way up from each, and what is asked of each place.
    #expect(cost < 30 * 8 + 2 * Self.depth)
  }
}
