import CollaborationDomain
import GroveIdentity
import GroveTesting
import RecordDomain
import Testing

/// Assets: a hash is no right to read.
@Suite struct AssetRulesTests {
  private static let asset = AssetID(hash: CollaborationWorld.fill(1), size: 1000)

  private static func world() async throws -> RecordWorld {
    try await RecordWorld(RecordMemoryStore())
  }

  private static func photo(_ name: String, _ asset: AssetID? = asset) throws -> RecordSave {
    var save = try RecordWorld.note(name)
    save.fields[try FieldName("photo")] = .some(asset.map { RecordField(.asset($0)) })
    return save
  }

  private static func refusals(_ answer: RecordBatch.Answer) -> [RecordRefusal?] {
    answer.saved.map { result in
      if case .failure(let failure) = result { return failure.refusal }
      return nil
    }
  }

  @Test func `only who has uploaded bytes names them, for a day`() async throws {
    var world = try await Self.world()
    #expect(
      try await Self.refusals(world.modify([Self.photo("a")]).get()) == [.assetMissing])
    _ = try await world.announce(Self.asset, file: 1).get()
    // Announced is not uploaded.
    #expect(
      try await Self.refusals(world.modify([Self.photo("a")]).get()) == [.assetMissing])
    try await world.upload(Self.asset, file: 1)
    #expect(try await Self.refusals(world.modify([Self.photo("a")]).get()) == [nil])
    let place = try world.zone("_defaultZone")
    let other = try await world.modify([Self.photo("a")], in: place, by: "ben").get()
    #expect(Self.refusals(other) == [.assetMissing])
    var larger = Self.asset
    larger.size += 1
    #expect(
      try await Self.refusals(world.modify([Self.photo("b", larger)]).get()) == [.assetMissing])
    world.now += AssetUploadRecord.lifetime
    #expect(
      try await Self.refusals(world.modify([Self.photo("b")]).get()) == [.assetMissing])
    // What a record had it keeps, and not for another one.
    let again = try await world.modify([Self.photo("a")], checksTags: false).get()
    #expect(Self.refusals(again) == [nil])
  }

  @Test func `an asset is read through the record that names it, by whoever reads that`()
    async throws
  {
    let world = try await Self.world()
    try await world.upload(Self.asset, file: 1)
    _ = try await world.modify([Self.photo("a"), try RecordWorld.note("b")]).get()
    #expect(try await world.read("photo", of: "a").get().asset == Self.asset)
    #expect(try await world.read("photo", of: "b") == .failure(.unknownItem))
    #expect(try await world.read("text", of: "a") == .failure(.unknownItem))
    #expect(try await world.read("photo", of: "a", at: 0) == .failure(.unknownItem))
    #expect(try await world.read("photo", of: "a", by: "ben") == .failure(.zoneNotFound))
    _ = try await world.modify([Self.photo("a", nil)], checksTags: false).get()
    #expect(try await world.read("photo", of: "a") == .failure(.unknownItem))
  }

  @Test func `a share shows its assets for as long as it is shared`() async throws {
    let world = try await Self.world()
    try await world.upload(Self.asset, file: 1)
    _ = try await world.modify([Self.photo("a"), Self.photo("b")]).get()
    _ = try await world.modify([try RecordWorld.share("s", of: "a")], share: 7).get()
    let shared = try world.zone("Notes", .shared, of: 1)
    _ = try await world.people.update(add: [1], request: 1, in: 7)
    _ = try await world.people.grant(1, to: "ben", nonce: 1, in: 7)
    #expect(try await world.read("photo", of: "a", in: shared, by: "ben").get().asset == Self.asset)
    #expect(
      try await world.read("photo", of: "b", in: shared, by: "ben") == .failure(.unknownItem))
    _ = try await world.people.update(remove: [1], request: 2, in: 7)
    #expect(
      try await world.read("photo", of: "a", in: shared, by: "ben") == .failure(.zoneNotFound))
  }

  @Test func `bytes that nothing names are collected, and what a record names is not`()
    async throws
  {
    var world = try await Self.world()
    try await world.upload(Self.asset, file: 1)
    _ = try await world.announce(AssetID(hash: CollaborationWorld.fill(2), size: 5), file: 2)
    _ = try await world.modify([Self.photo("a")]).get()
    #expect(try await world.sweepAssets() == [])
    world.now += AssetUploadRecord.lifetime + 1
    #expect(try await world.sweepAssets() == [CollaborationWorld.fill(2)])
    #expect(try await world.read("photo", of: "a").get().asset == Self.asset)
    _ = try await world.modify(delete: ["a"]).get()
    #expect(try await world.sweepAssets() == [CollaborationWorld.fill(1)])
    #expect(try await world.sweepAssets() == [])
  }

  @Test func `the second file of the same bytes is not kept`() async throws {
    let world = try await Self.world()
    try await world.upload(Self.asset, file: 1)
    #expect(
      try await world.upload(Self.asset, file: 2, by: "ben") == CollaborationWorld.fill(2))
    // Who has them uploads nothing again, and is not told that others have them.
    #expect(try await world.announce(Self.asset, file: 3).get().isComplete)
    #expect(try await !world.announce(Self.asset, file: 3, by: "cy").get().isComplete)
  }

  @Test func `assets count as often as records name them, and uploads have their own room`()
    async throws
  {
    let world = try await Self.world()
    try await world.upload(Self.asset, file: 1)
    #expect(try await Self.refusals(world.modify([Self.photo("a")], quota: 1500).get()) == [nil])
    #expect(try await world.modify([Self.photo("b")], quota: 1500) == .failure(.quotaExceeded))
    _ = try await world.modify(delete: ["a"], quota: 1500).get()
    #expect(try await Self.refusals(world.modify([Self.photo("b")], quota: 1500).get()) == [nil])
    let more = AssetID(hash: CollaborationWorld.fill(2), size: 501)
    #expect(try await world.announce(more, file: 2, quota: 1500) == .failure(.quotaExceeded))
    let large = AssetID(hash: CollaborationWorld.fill(2), size: RecordLimits.assetBytes + 1)
    #expect(try await world.announce(large, file: 2) == .failure(.limitExceeded))
  }

  @Test func `an upload that is under way keeps its size, so that what has arrived stays counted`()
    async throws
  {
    let world = try await Self.world()
    let large = AssetID(hash: CollaborationWorld.fill(2), size: 1000)
    _ = try await world.announce(large, file: 2, quota: 1500).get()
    let small = AssetID(hash: large.hash, size: 1)
    #expect(try await world.announce(small, file: 3, quota: 1500) == .failure(.invalidArguments))
    #expect(try await world.announce(large, file: 4, quota: 1500).get().size == 1000)
    let further = AssetID(hash: CollaborationWorld.fill(3), size: 501)
    #expect(try await world.announce(further, file: 5, quota: 1500) == .failure(.quotaExceeded))
  }

  @Test func `an account has a thousand uploads at most`() async throws {
    let world = try await Self.world()
    for number in 0..<RecordLimits.uploads {
      let hash = AssetHash(
        unchecked: [UInt8](repeating: 9, count: 30) + [UInt8(number >> 8), UInt8(number & 255)])
      _ = try await world.announce(AssetID(hash: hash, size: 1), file: 1).get()
    }
    #expect(try await world.announce(Self.asset, file: 2) == .failure(.limitExceeded))
  }
}
