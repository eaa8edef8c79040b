public import CollaborationDomain
public import DriveDomain
import GroveIdentity
import Testing

/// What every store of drives promises.
public enum DriveStoreContract {
  private static let names = ["a", "b", "C", "c", "d"]

  /// What both stores are given in turn.
  private struct Pair {
    var memory: DriveWorld
    var stored: DriveWorld

    func both<Answer: Equatable>(_ command: (DriveWorld) async throws -> Answer) async throws {
      let one = try await command(memory)
      let other = try await command(stored)
      #expect(one == other)
    }

    /// Begins an upload, or goes on with one and ends it.
    func upload(
      to path: String, _ number: Int, size: UInt64, _ conditions: DriveConditions,
      orEnd begun: Int?
    ) async throws {
      guard let begun else {
        return try await both { try await $0.beginUpload(path, number, size: size, conditions) }
      }
      try await both { try await $0.goOnUpload(path, begun) }
      try await both {
        try await size > 20 ? $0.finishUpload(path, begun) : $0.cancelUpload(path, begun)
      }
    }

    mutating func advance(_ time: UInt64) {
      memory.now += time
      stored.now += time
    }
  }

  private static func path(_ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 1...3, using: &random)).map { _ in
      "/" + (names.randomElement(using: &random) ?? "a")
    }.joined()
  }

  /// The same commands, drawn at random, have the same answers as in memory.
  public static func answersLikeMemory(
    _ store: any DriveStore & CollaborationStore, seed: UInt64
  ) async throws {
    var pair = Pair(
      memory: try await DriveWorld(DriveMemoryStore()), stored: try await DriveWorld(store))
    (pair.memory.quota, pair.stored.quota) = (400, 400)
    var random = SeededGenerator(seed: seed)
    for number in 300..<800 {
      let (one, other) = (path(&random), path(&random))
      let flag = Bool.random(using: &random)
      let token = number - Int.random(in: 1...8, using: &random)
      let conditions =
        Int.random(in: 0..<3, using: &random) == 0
        ? try DriveWorld.naming(token) : DriveConditions()
      let size = UInt64.random(in: 0...60, using: &random)
      switch Int.random(in: 0..<17, using: &random) {
      case 0, 1, 2:
        try await pair.both { try await $0.put(one, number, size: size, conditions) }
      case 3, 4: try await pair.both { try await $0.makeFolder(one, number, conditions) }
      case 5: try await pair.both { try await $0.delete(one, conditions) }
      case 6, 7:
        try await pair.both {
          try await $0.transfer(one, other, isMove: flag, number, conditions)
        }
      case 8:
        try await pair.both {
          try await $0.lock(one, number, isExclusive: flag, isDeep: size > 30, lifetime: 60_000)
        }
      case 9: try await pair.both { try await $0.unlock(one, token) }
      case 10:
        try await pair.both {
          try await $0.set(flag ? "p" : "q", size > 20 ? "<p/>" : nil, of: one)
        }
      case 11:
        try await pair.both { try await $0.restoreVersion(1, of: one) }
        try await pair.both { try await $0.versions(one) }
      case 12:
        let place = Int.random(in: 0...3, using: &random)
        try await pair.both { try await $0.bin() }
        let bin = try await pair.stored.bin().get()
        if bin.indices.contains(place) {
          try await pair.both { try await $0.restore(bin[place].id) }
        }
      case 13, 14, 15:
        let begun = number - Int.random(in: 0...8, using: &random)
        try await pair.upload(to: one, number, size: size, conditions, orEnd: flag ? begun : nil)
      default:
        pair.advance(flag ? 30_000 : DriveLimits.binnedFor / 4)
        try await pair.both { try await $0.sweep() }
      }
      try await pair.both { try await $0.list(flag ? "/" : one) }
      try await pair.both { try await $0.drive() }
    }
    pair.advance(DriveLimits.binnedFor + 1)
    try await pair.both { try await $0.sweep() }
    try await pair.both { try await $0.drive() }
  }

  /// What an upload expects reads back from its row.
  public static func uploadsReadBack(_ store: any DriveStore & CollaborationStore) async throws {
    let world = try await DriveWorld(store)
    _ = try await world.put("/ä \"x\"", 3).get()
    var conditions = DriveConditions()
    conditions.ifMatch = .these([DriveWorld.content(3).tag.base64url, "\"'\\"])
    conditions.ifNoneMatch = .these([])
    conditions.ifUnmodifiedSince = 1 << 40
    conditions.lists = [
      .init(.path(try DriveWorld.path("/ä \"x\"")), [.init(.tag("x"), isNegated: true)]),
      .init(.elsewhere, [.init(.token(DriveWorld.token(1)))]),
    ]
    let upload = try await world.beginUpload("/ä \"x\"", 10, conditions).get()
    #expect(upload.conditions == conditions)
    #expect(try await world.findUpload("/ä \"x\"", 10).get() == upload)
  }

  /// One copying makes so many files and folders at most.
  public static func copyingIsBounded(_ store: any DriveStore & CollaborationStore) async throws {
    let world = try await DriveWorld(store)
    let folder = try await world.makeFolder("/a", 3).get()
    func add(_ range: Range<Int>) async throws {
      let nodes = try range.map { number in
        DriveNode(
          id: CollaborationWorld.fill(1000 + number), account: folder.account, parent: folder.id,
          name: try DriveName("f\(number)"), content: DriveWorld.content(2, size: 0), at: 0)
      }
      try await store.changeDrives(for: "") { _ in
        DriveDecision((), changes: nodes.map(DriveChange.putNode))
      }
    }
    try await add(1..<DriveLimits.carriedNodes)
    #expect(try await world.transfer("/a", "/b", isMove: false, 4).get())
    try await add(DriveLimits.carriedNodes..<DriveLimits.carriedNodes + 1)
    let refused = try await world.transfer("/a", "/c", isMove: false, 5)
    #expect(refused.refusal == .limitExceeded)
  }
}
