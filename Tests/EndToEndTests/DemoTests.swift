import Foundation
import GRDB
import GroveCommands
import GroveIdentity
import Testing

/// The demo as a stranger runs it, and what the servers have stored when it is over.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct DemoTests {
  @Test
  func `grove demo lives through a whole share, and no role has stored what it must never see`()
    async throws
  {
    let folder = FileManager.default.temporaryDirectory.path + "/grove-demo-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let output = try await DemoRun.output(folder: folder)
    #expect(output.last?.hasSuffix("none missing.") == true, "\(output.suffix(5))")
    #expect(output.filter { $0.contains("✓") }.count >= 34)
    try relaySawNothing(folder)
    try collaborationServerSawNothing(folder)
    try nothingSecretWasLogged(folder)
  }

  @Test(arguments: [("drive", 14), ("records", 11)])
  func `the demos of a drive and of records observe all that they tell`(act: String, count: Int)
    async throws
  {
    let folder = FileManager.default.temporaryDirectory.path + "/grove-demo-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let output = try await DemoRun.output(of: [act], folder: folder)
    #expect(output.last?.hasSuffix("none missing.") == true, "\(output.suffix(5))")
    #expect(output.filter { $0.contains("✓") }.count == count)
    try nothingSecretWasLogged(folder)
  }

  /// The relay never sees links, titles, roots, notices or text (design 2).
  private func relaySawNothing(_ folder: String) throws {
    let stored = try StoredBytes(folder + "/servers/relay.sqlite")
    #expect(stored.contains(text: "charlie"), "the search itself must find what is there")
    for text in [
      "Baking Recipes", "Sunday Baking", "Secret Sauce", "Shall we bake on Sunday?",
      "http://127.0.0.1",
      "Flour, butter", "cinnamon", "chuck@home.example", "Here they are",
    ] {
      #expect(!stored.contains(text: text), "the relay has stored \(text)")
    }
    for bytes in try StoredRows.roots(folder) + StoredRows.collaborationIDs(folder) {
      #expect(!stored.contains(anyFormOf: bytes), "the relay has stored a root or identifier")
    }
  }

  /// The collaboration server never sees messages, device lists or relay accounts.
  private func collaborationServerSawNothing(_ folder: String) throws {
    let stored = try StoredBytes(folder + "/servers/collaboration.sqlite")
    #expect(stored.contains(text: "cinnamon"), "the search itself must find what is there")
    for text in ["Shall we bake on Sunday?", "Kitchen", "Here they are", "Never mind the sauce"] {
      #expect(!stored.contains(text: text), "the collaboration server has stored \(text)")
    }
    for bytes in try StoredRows.relayAccounts(folder) {
      #expect(!stored.contains(anyFormOf: bytes), "the collaboration server knows a relay account")
    }
  }

  /// Secrets print as nothing (design 5, invariant 12).
  private func nothingSecretWasLogged(_ folder: String) throws {
    for path in FileManager.default.subpaths(atPath: folder + "/logs") ?? [] {
      let log = try StoredBytes(folder + "/logs/" + path)
      for text in ["a long password", "Bearer ", "Shall we bake", "cinnamon"] {
        #expect(!log.contains(text: text), "\(path) has \(text)")
      }
    }
  }
}

/// `grove demo` as a process of its own.
private enum DemoRun {
  /// - Parameter act: what is shown; the share where there is none.
  static func output(of act: [String] = [], folder: String) async throws -> [String] {
    try FileManager.default.createDirectory(
      atPath: folder + "-log", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder + "-log") }
    // The servers inherit it: everything they would ever log is searched.
    setenv("GROVE_LOG_LEVEL", "trace", 1)
    defer { unsetenv("GROVE_LOG_LEVEL") }
    let process = try ChildProcess(
      "demo", arguments: ["demo"] + act + ["--keep", folder], folder: folder + "-log",
      executable: GroveServers.executable())
    var lines: [String] = []
    while lines.last?.hasSuffix("none missing.") != true {
      guard let line = try? await process.line(within: 240) else { break }
      lines.append(line)
    }
    await process.stop()
    return lines
  }
}

/// Everything in a file and its write-ahead log, to be searched.
private struct StoredBytes {
  private let bytes: Data

  init(_ path: String) throws {
    var all = try Data(contentsOf: URL(fileURLWithPath: path))
    all += FileManager.default.contents(atPath: path + "-wal") ?? Data()
    bytes = all
  }

  func contains(text: String) -> Bool { bytes.range(of: Data(text.utf8)) != nil }

  func contains(anyFormOf value: [UInt8]) -> Bool {
    bytes.range(of: Data(value)) != nil || contains(text: Hex.encode(value))
      || contains(text: Base64URL.encode(value))
  }
}

/// Identifiers of one server that the other must not know.
private enum StoredRows {
  static func roots(_ folder: String) throws -> [[UInt8]] {
    try values("SELECT root FROM identity", in: folder + "/servers/collaboration.sqlite")
  }

  static func collaborationIDs(_ folder: String) throws -> [[UInt8]] {
    try values("SELECT id FROM collaboration", in: folder + "/servers/collaboration.sqlite")
  }

  static func relayAccounts(_ folder: String) throws -> [[UInt8]] {
    try values("SELECT account_id FROM account", in: folder + "/servers/relay.sqlite")
  }

  private static func values(_ sql: String, in path: String) throws -> [[UInt8]] {
    let rows = try DatabaseQueue(path: path).read { db in
      try DatabaseValue.fetchAll(db, sql: sql)
    }
    return rows.compactMap { value in
      Data.fromDatabaseValue(value).map(Array.init)
        ?? String.fromDatabaseValue(value).map { Array($0.utf8) }
    }
  }
}
