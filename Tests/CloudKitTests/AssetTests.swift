import Foundation
import Testing

@testable import CloudKit

/// Files that records hold, up to a real server and back.
@Suite(.timeLimit(.minutes(3)))
struct AssetTests {
  private static let id = CKRecord.ID(recordName: "a")

  /// A folder with a file of some bytes.
  private static func withFile(
    _ bytes: Data, _ body: @escaping @Sendable (CKDatabase, URL) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("grove-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("picture.png")
    try bytes.write(to: file)
    try await CloudTestServer.run { server in
      try await body(try server.container("ann").privateCloudDatabase, file)
    }
  }

  private static func code(_ work: () async throws -> Void) async -> CKError.Code? {
    do {
      try await work()
      return nil
    } catch {
      return (error as? CKError)?.code
    }
  }

  @Test func `a file goes up with its record and comes back, alone and in a list`() async throws {
    let bytes = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    try await Self.withFile(bytes) { database, file in
      let record = CKRecord(recordType: "Note", recordID: Self.id)
      record["picture"] = CKAsset(fileURL: file)
      record["all"] = [CKAsset(fileURL: file)]
      try await database.save(record)
      let kept: CKAsset? = record["picture"]
      #expect(kept?.fileURL == file)
      let found = try await database.record(for: Self.id)
      let picture: CKAsset? = found["picture"]
      let all: [CKAsset]? = found["all"]
      for copy in [picture, all?.first] {
        let url = try #require(copy?.fileURL)
        #expect(try Data(contentsOf: url) == bytes && url != file)
        #expect(url.path.hasPrefix(StagedAssets.folder.path))
      }
      // The record's own file may be named again, though the copy is gone.
      try FileManager.default.removeItem(at: try #require(picture?.fileURL))
      found["text"] = "x"
      _ = try await database.modifyRecords(saving: [found], deleting: [], savePolicy: .allKeys)
      #expect(found.changedKeys() == [])
      let without = try await database.records(for: [Self.id], desiredKeys: ["text"])
      #expect(try without[Self.id]?.get().allKeys() == ["text"])
    }
  }

  @Test func `a file that is not there fails its record, and nothing of the batch is sent`()
    async throws
  {
    try await Self.withFile(Data([1])) { database, file in
      let missing = CKRecord(recordType: "Note", recordID: Self.id)
      missing["picture"] = CKAsset(fileURL: file.appendingPathExtension("no"))
      #expect(await Self.code { try await database.save(missing) } == .assetFileNotFound)
      let other = CKRecord(recordType: "Note")
      let results = try await database.modifyRecords(saving: [missing, other], deleting: [])
      guard case .failure(let error)? = results.saveResults[other.recordID] else {
        Issue.record("it was saved")
        return
      }
      #expect((error as? CKError)?.code == .batchRequestFailed)
    }
  }

  @Test func `fetched files are removed after a while, and files of others are left alone`() throws
  {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("grove-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in [UUID().uuidString, "mine"] {
      try Data([1]).write(to: folder.appendingPathComponent(name))
    }
    StagedAssets.sweep(folder, before: Date(timeIntervalSinceNow: -100))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
    StagedAssets.sweep(folder, before: Date(timeIntervalSinceNow: 100))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["mine"])
  }
}
