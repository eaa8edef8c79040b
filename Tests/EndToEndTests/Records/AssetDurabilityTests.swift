import Crypto
import Foundation
import GroveClient
import GroveCommands
import GroveIdentity
import GroveWire
import Testing

/// Assets of a real server that is killed in the middle, and backed up.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct AssetDurabilityTests {
  private static let container = "iCloud.example.notes"
  private static let notes = RecordZonePlace(scope: .private, name: "Notes")
  private static let place = RecordAssetPlace(zone: notes, record: "a", field: "photo")

  private static func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
  }

  private static func asset(_ bytes: [UInt8]) -> RecordAssetValue {
    RecordAssetValue(
      sha256: Base64URLBytes(Array(SHA256.hash(data: bytes))),
      size: DecimalUInt64(UInt64(bytes.count)))
  }

  private static func join(_ origin: Origin) async throws -> CollaborationClient {
    let ledger = try await DocumentLedger(at: origin)
    _ = try await ledger.client.modifyRecordZones(
      ModifyRecordZones(save: ["Notes"]), in: container)
    return ledger.client
  }

  private static func save(_ asset: RecordAssetValue, by client: CollaborationClient) async throws
    -> ProblemCode?
  {
    var value = RecordValue()
    value.asset = asset
    let save = SaveRecord(
      name: "a", type: "Note", fields: [RecordFieldState(name: "photo", value: value)])
    return try await client.modifyRecords(
      ModifyRecords(zone: notes, saves: [save]), in: container
    ).saved[0].code
  }

  private static func read(_ client: CollaborationClient) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    for try await piece in try await client.asset(place, in: container).pieces { bytes += piece }
    return bytes
  }

  @Test
  func `a server that is killed in the middle of an upload goes on with it, and shows no half`()
    async throws
  {
    let servers = try GroveServers(more: ["--container", Self.container])
    let client = try await Self.join(try await servers.start(.collaboration))
    let bytes = Self.bytes(24_000_000)
    let asset = Self.asset(bytes)
    var upload = try await client.announceAsset(asset, in: Self.container)
    upload = try await client.sendAsset(
      Array(bytes[..<8_000_000]), at: 0, of: asset, in: Self.container)
    for round in 0..<4 {
      let from = Int(upload.received.value)
      let piece = Array(bytes[from..<min(from + 8_000_000, bytes.count)])
      // Killed at some moment of the piece.
      async let sent = client.sendAsset(
        piece, at: UInt64(from), of: asset, in: Self.container)
      try await Task.sleep(for: .milliseconds(5 + round * 12))
      await servers.kill(.collaboration)
      _ = try? await sent
      try await servers.start(.collaboration)
      upload = try await client.announceAsset(asset, in: Self.container)
      #expect(upload.isComplete || upload.received.value <= UInt64(bytes.count))
      guard !upload.isComplete else { break }
      #expect(try await Self.save(asset, by: client) == .assetMissing)
    }
    try await client.uploadAsset(
      AssetSource(asset) { Array(bytes[Int($0)..<Int($0) + $1]) }, in: Self.container)
    #expect(try await Self.save(asset, by: client) == nil)
    await servers.kill(.collaboration)
    try await servers.start(.collaboration)
    #expect(try await Self.read(client) == bytes)
    let files = try FileManager.default.contentsOfDirectory(atPath: servers.data + "/assets")
    #expect(files.count == 1 && files.first?.hasPrefix("unfinished-") == false)
    await servers.end()
  }

  @Test func `a backup has what records name, and nothing half`() async throws {
    let servers = try GroveServers(more: ["--container", Self.container])
    let client = try await Self.join(try await servers.start(.collaboration))
    let bytes = Self.bytes(3_000_000)
    let asset = Self.asset(bytes)
    try await client.uploadAsset(
      AssetSource(asset) { Array(bytes[Int($0)..<Int($0) + $1]) }, in: Self.container)
    #expect(try await Self.save(asset, by: client) == nil)
    let begun = Self.asset(Self.bytes(20))
    _ = try await client.announceAsset(begun, in: Self.container)
    _ = try await client.sendAsset([1], at: 0, of: begun, in: Self.container)
    let backup = servers.folder + "/backup"
    #expect(try grove("backup", backup, "--data", servers.data).status == 0)
    let kept = try FileManager.default.contentsOfDirectory(atPath: backup + "/assets")
    #expect(kept.count == 1)
    #expect(try grove("verify-backup", backup).status == 0)
    await servers.kill(.collaboration)
    try FileManager.default.removeItem(atPath: servers.data)
    #expect(try grove("restore", backup, "--data", servers.data).status == 0)
    try await servers.start(.collaboration)
    #expect(try await Self.read(client) == bytes)
    #expect(try await client.announceAsset(begun, in: Self.container).received.value == 0)
    // A backup that lacks one is not whole.
    try FileManager.default.removeItem(atPath: backup + "/assets/" + (kept.first ?? ""))
    #expect(try grove("verify-backup", backup).text.contains("missing"))
    await servers.end()
  }

  private func grove(_ arguments: String...) throws -> FinishedProcess {
    try FinishedProcess([try GroveServers.executable()] + arguments, within: 120)
  }
}
