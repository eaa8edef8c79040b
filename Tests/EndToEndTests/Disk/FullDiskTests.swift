import Foundation
import GroveIdentity
import GroveWire
import Testing

/// A real file system without room, under the real program.
@Suite(.serialized, .enabled(if: SmallDisk.isPossible), .timeLimit(.minutes(5)))
struct FullDiskTests {
  @Test
  func
    `a full disk is told once in ten seconds, ends readiness, loses nothing and heals by itself`()
    async throws
  {
    // What goes is more than there was room for: the log is copied back into the database, which needs
    // as much room again.
    let disk = try SmallDisk(kilobytes: 10_240)
    defer { disk.end() }
    disk.fill(kilobytes: 6144)
    let servers = try GroveServers(data: disk.path + "/data", prefix: disk.prefix)
    let ledger = try await DocumentLedger(at: try await servers.start(.collaboration))
    let begin = ContinuousClock.now
    var (kept, refused) = (Set<RequestID>(), Set<RequestID>())
    for _ in 0..<200 {
      let update = DocumentLedger.update(bytes: 60_000)
      switch try await ledger.append(update) {
      case .done: kept.insert(update.updateID)
      case let answer:
        #expect(answer == .refused(.unavailable))
        refused.insert(update.updateID)
      }
    }
    #expect(kept.count > 5 && refused.count > 50)
    #expect(await ledger.plain.isReady() == false)
    let lines = servers.log(.collaboration).filter { $0.contains("The disk refuses") }
    let seconds = (ContinuousClock.now - begin).components.seconds
    #expect(!lines.isEmpty && lines.count <= Int(seconds / 10) + 1)
    #expect(lines.allSatisfy { $0.contains(" error ") && $0.contains("kind=full") })
    #expect(lines.allSatisfy { $0.contains("/data/collaboration.sqlite") })
    #expect(lines.allSatisfy { $0.contains("Make room") })
    // Reading goes on.
    #expect(try await ledger.stored() == Dictionary(uniqueKeysWithValues: kept.map { ($0, 1) }))
    try disk.free()
    #expect(try await ledger.plain.becomesReady())
    #expect(servers.log(.collaboration).contains { $0.contains("The disk takes writes again") })
    let last = DocumentLedger.update()
    #expect(try await ledger.append(last) == .done)
    kept.insert(last.updateID)
    await servers.kill(.collaboration)
    try await servers.start(.collaboration)
    #expect(try await ledger.stored() == Dictionary(uniqueKeysWithValues: kept.map { ($0, 1) }))
    await servers.end()
  }

  @Test
  func `a server is not ready while its disk is full, though what is small still fits somewhere`()
    async throws
  {
    let disk = try SmallDisk(kilobytes: 10_240)
    defer { disk.end() }
    let servers = try GroveServers(data: disk.path + "/data", prefix: disk.prefix)
    let ledger = try await DocumentLedger(at: try await servers.start(.collaboration))
    disk.fill("crumb", kilobytes: 512)
    disk.fill()
    while try await ledger.append(DocumentLedger.update(bytes: 60_000)) == .done {}
    // Enough for a page and for the log to be copied back, and not for the largest update.
    try disk.free("crumb")
    for _ in 0..<50 {
      try #require(await ledger.plain.isReady() == false)
      try await Task.sleep(for: .milliseconds(100))
    }
    try disk.free()
    #expect(try await ledger.plain.becomesReady())
    #expect(try await ledger.append(DocumentLedger.update(bytes: 1_000_000)) == .done)
    await servers.end()
  }

  @Test(arguments: ["relay", "collaboration"])
  func `a server on a full disk does not start: it says the path and what to do, and ends with 74`(
    role: String
  ) throws {
    let disk = try SmallDisk(kilobytes: 64)
    defer { disk.end() }
    disk.fill()
    let end = try serve(role, on: disk)
    #expect(end.status == 74, "\(end.text)")
    #expect(end.text.contains(disk.path) && end.text.contains("Make room"), "\(end.text)")
  }

  @Test(arguments: ["relay", "collaboration"])
  func `a server on a folder it cannot write says so and ends with 73`(role: String) throws {
    let disk = try SmallDisk(kilobytes: 64, readOnly: true)
    defer { disk.end() }
    let end = try serve(role, on: disk)
    #expect(end.status == 73, "\(end.text)")
    #expect(end.text.contains(disk.path) && end.text.contains("cannot be written"), "\(end.text)")
  }

  @Test func `a server whose disk is full at its first start starts when there is room`()
    async throws
  {
    let disk = try SmallDisk(kilobytes: 4096)
    defer { disk.end() }
    disk.fill()
    for role in ["relay", "collaboration"] {
      #expect(try serve(role, on: disk).status == 74)
    }
    try disk.free()
    let servers = try GroveServers(data: disk.path + "/data", prefix: disk.prefix)
    // Nothing half was left behind: not a database, not a key file.
    _ = try await DocumentLedger(at: try await servers.start(.collaboration))
    try await servers.start(.relay)
    await servers.end()
  }

  private func serve(_ role: String, on disk: SmallDisk) throws -> FinishedProcess {
    try FinishedProcess(
      disk.prefix + [
        try GroveServers.executable(), "serve", "--only", role, "--data", disk.path + "/data",
        "--relay-port", "0", "--app-port", "0",
      ], within: 120)
  }
}
