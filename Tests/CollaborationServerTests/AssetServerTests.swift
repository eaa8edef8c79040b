import CollaborationServer
import Crypto
import Foundation
import GroveClient
import GroveIdentity
import GroveTesting
import GroveWire
import Testing

/// Assets over HTTP: sent in pieces, read through the record that names them.
@Suite(.timeLimit(.minutes(3)))
struct AssetServerTests {
  private static let container = "iCloud.example.notes"
  private static let notes = RecordZonePlace(scope: .private, name: "Notes")
  private static let place = RecordAssetPlace(zone: notes, record: "a", field: "photo")

  private static func run(
    _ body: @escaping @Sendable (CollaborationTestServer, CollaborationClient) async throws -> Void
  ) async throws {
    try await CollaborationTestServer.run(configure: { $0.containers = [container] }) { server in
      let ann = try server.client("ann")
      _ = try await ann.modifyRecordZones(ModifyRecordZones(save: ["Notes"]), in: container)
      try await body(server, ann)
    }
  }

  private static func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
  }

  private static func asset(_ bytes: [UInt8]) -> RecordAssetValue {
    RecordAssetValue(
      sha256: Base64URLBytes(Array(SHA256.hash(data: bytes))),
      size: DecimalUInt64(UInt64(bytes.count)))
  }

  private static func save(
    _ assets: [RecordAssetValue], by client: CollaborationClient, parent: String? = nil
  ) async throws -> ProblemCode? {
    var value = RecordValue()
    if assets.count == 1 {
      value.asset = assets[0]
    } else {
      value.list = assets.map { asset in
        var element = RecordListElement()
        element.asset = asset
        return element
      }
    }
    let save = SaveRecord(
      name: "a", type: "Note", fields: [RecordFieldState(name: "photo", value: value)])
    return try await client.modifyRecords(
      ModifyRecords(zone: notes, saves: [save], checksTags: false), in: container
    ).saved[0].code
  }

  private static func read(_ download: AssetDownload) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    for try await piece in download.pieces { bytes += piece }
    return bytes
  }

  @Test(arguments: [0, 1, 300_000, 9_000_000])
  func `a file is uploaded, named by a record, and comes back byte for byte`(_ count: Int)
    async throws
  {
    try await Self.run { _, ann in
      let folder = FileManager.default.temporaryDirectory.path + "/grove-" + UUID().uuidString
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let bytes = Self.bytes(count)
      try Data(bytes).write(to: URL(fileURLWithPath: folder + "/up"))
      let asset = try await ann.uploadAsset(file: folder + "/up", in: Self.container)
      #expect(asset == Self.asset(bytes))
      #expect(try await Self.save([asset], by: ann) == nil)
      // The first half is there already.
      try Data(bytes.prefix(count / 2)).write(to: URL(fileURLWithPath: folder + "/down"))
      try await ann.downloadAsset(asset, Self.place, in: Self.container, to: folder + "/down")
      #expect(FileManager.default.contents(atPath: folder + "/down") == Data(bytes))
      // What is there and is something else is noticed.
      guard count > 1 else { return }
      try Data([9]).write(to: URL(fileURLWithPath: folder + "/down"))
      await #expect(throws: ClientError.self) {
        try await ann.downloadAsset(asset, Self.place, in: Self.container, to: folder + "/down")
      }
      #expect(!FileManager.default.fileExists(atPath: folder + "/down"))
    }
  }

  @Test func `an upload goes on where it stopped, and nowhere else`() async throws {
    try await Self.run { _, ann in
      let bytes = Self.bytes(700_000)
      let asset = Self.asset(bytes)
      func send(_ range: Range<Int>, at offset: Int) async throws -> AssetUpload {
        try await ann.sendAsset(
          Array(bytes[range]), at: UInt64(offset), of: asset, in: Self.container)
      }
      #expect(try await refusal { _ = try await send(0..<1, at: 0) } == .assetMissing)
      var upload = try await ann.announceAsset(asset, in: Self.container)
      #expect(upload.received.value == 0 && !upload.isComplete)
      #expect(try await send(0..<300_000, at: 0).received.value == 300_000)
      for offset in [0, 299_999, 300_001, 700_001] {
        #expect(try await refusal { _ = try await send(0..<1, at: offset) } == .uploadOffset)
      }
      #expect(
        try await refusal { _ = try await send(0..<400_001, at: 300_000) } == .tooLarge)
      upload = try await ann.announceAsset(asset, in: Self.container)
      #expect(upload.received.value == 300_000 && !upload.isComplete)
      #expect(try await Self.save([asset], by: ann) == .assetMissing)
      upload = try await send(300_000..<700_000, at: 300_000)
      #expect(upload.isComplete)
      #expect(try await ann.announceAsset(asset, in: Self.container).isComplete)
      #expect(try await Self.save([asset, asset], by: ann) == nil)
      var place = Self.place
      #expect(
        try await refusal { _ = try await ann.asset(place, in: Self.container) } == .unknownItem)
      place.index = 1
      let all = try await ann.asset(place, in: Self.container)
      #expect(try await Self.read(all) == bytes)
    }
  }

  @Test func `bytes that are not those that were announced are forgotten`() async throws {
    try await Self.run { _, ann in
      let asset = Self.asset(Self.bytes(1000))
      _ = try await ann.announceAsset(asset, in: Self.container)
      let wrong = [UInt8](repeating: 7, count: 1000)
      let code = try await refusal {
        _ = try await ann.sendAsset(wrong, at: 0, of: asset, in: Self.container)
      }
      #expect(code == .assetDiffers)
      #expect(try await ann.announceAsset(asset, in: Self.container).received.value == 0)
      let upload = try await ann.sendAsset(
        Self.bytes(1000), at: 0, of: asset, in: Self.container)
      #expect(upload.isComplete)
    }
  }

  @Test func `ranges are parts of the file, and its tag is its hash`() async throws {
    try await Self.run { server, ann in
      let bytes = Self.bytes(600_000)
      let asset = Self.asset(bytes)
      try await ann.uploadAsset(
        AssetSource(asset) { Array(bytes[Int($0)..<Int($0) + $1]) }, in: Self.container)
      _ = try await Self.save([asset], by: ann)
      let part = try await ann.asset(
        Self.place, range: 299_990..<600_000, in: Self.container)
      #expect(part.offset == 299_990 && part.size == 600_000)
      #expect(part.sha256 == Base64URL.encode(asset.sha256.bytes))
      #expect(try await Self.read(part) == Array(bytes[299_990...]))
      let beyond = try await refusal {
        _ = try await ann.asset(Self.place, range: 600_000..<600_001, in: Self.container)
      }
      #expect(beyond == .rangeNotSatisfiable)
      let path = CollaborationRoutes.recordAsset.path([Self.container], query: Self.place.query)
      let other = try await server.send(
        "GET", path,
        headers: server.backendHeaders("ann") + [
          ClientHeader("Range", "bytes=0-0"), ClientHeader("If-Range", "\"other\""),
        ])
      #expect(other.status == 200 && other.body.count == 600_000)
      let head = try await server.send("HEAD", path, headers: server.backendHeaders("ann"))
      #expect(head.status == 200 && head.headers.value("content-length") == "600000")
    }
  }

  @Test func `who may not read the record reads no asset, whatever they know of it`() async throws {
    try await Self.run { server, ann in
      let bytes = Self.bytes(10)
      let asset = Self.asset(bytes)
      try await ann.uploadAsset(AssetSource(asset) { _, _ in bytes }, in: Self.container)
      _ = try await Self.save([asset], by: ann)
      let ben = try server.client("ben")
      let code = try await refusal { _ = try await ben.asset(Self.place, in: Self.container) }
      #expect(code == .zoneNotFound)
      _ = try await ben.modifyRecordZones(ModifyRecordZones(save: ["Notes"]), in: Self.container)
      // The hash alone names nothing of another's.
      #expect(try await Self.save([asset], by: ben) == .assetMissing)
      #expect(try await !ben.announceAsset(asset, in: Self.container).isComplete)
      let nobody = try await server.send(
        "GET", CollaborationRoutes.recordAsset.path([Self.container], query: Self.place.query))
      #expect(nobody.status == 401)
    }
  }

  @Test func `what nothing names any more leaves the disk, and what was given up`() async throws {
    try await Self.run { server, ann in
      let folder = try #require(server.configuration.assetsFolder)
      func files() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: folder).count
      }
      let bytes = Self.bytes(10)
      let asset = Self.asset(bytes)
      try await ann.uploadAsset(AssetSource(asset) { _, _ in bytes }, in: Self.container)
      _ = try await Self.save([asset], by: ann)
      let begun = Self.asset(Self.bytes(20))
      _ = try await ann.announceAsset(begun, in: Self.container)
      _ = try await ann.sendAsset([1], at: 0, of: begun, in: Self.container)
      #expect(try files() == 2)
      server.clock.advance(86_400_001)
      for _ in 0..<200 where try files() > 1 { try await Task.sleep(for: .milliseconds(20)) }
      #expect(try files() == 1)
      #expect(try await Self.read(ann.asset(Self.place, in: Self.container)) == bytes)
      _ = try await ann.modifyRecordZones(ModifyRecordZones(delete: ["Notes"]), in: Self.container)
      for _ in 0..<200 where try files() > 0 { try await Task.sleep(for: .milliseconds(20)) }
      #expect(try files() == 0)
    }
  }
}
