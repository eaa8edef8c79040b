import CollaborationDomain
import Foundation
import GRDB
import GroveIdentity
import GroveTesting
import RelayDomain
import Synchronization
import Testing

@testable import StoreSQLite

/// What was deleted is gone from the files, not only from the answers.
@Suite(.timeLimit(.minutes(2)))
struct ErasingTests {
  let scratch: CoreScratch

  init() throws { scratch = try CoreScratch() }

  private static let marker = "a text that nobody may find any more"

  private var options: SQLiteOptions {
    var options = SQLiteOptions()
    options.millisecondsBeforeErasing = 50
    return options
  }

  /// In which of the database's files the marker stands.
  private func findings() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: scratch.folder).filter { name in
      let bytes = try Data(contentsOf: URL(fileURLWithPath: scratch.folder + "/" + name))
      return bytes.range(of: Data(Self.marker.utf8)) != nil
    }.sorted()
  }

  /// Waits for what comes by itself.
  private func untilNothingIsFound() async throws {
    while try !findings().isEmpty { try await Task.sleep(for: .milliseconds(20)) }
  }

  @Test(arguments: [1, 100, 40_000])
  func `the bytes of a deleted document leave the database and its log`(repeats: Int) async throws {
    let store = try SQLiteCollaborationStore(path: scratch.path, options: options)
    let world = CollaborationWorld(store)
    _ = try await world.createDocument().get()
    let call = try world.call("ann")
    let text = Array(String(repeating: Self.marker, count: repeats).utf8)
    let id = CollaborationWorld.document(1)
    _ = try await store.change {
      try UpdateRules.append(
        UpdateRules.Update(
          .edit, text, updateID: CollaborationWorld.request(50), firstLines: Self.marker),
        to: id, for: call, reading: $0)
    }.get()
    _ = try await store.change {
      try DocumentRules.change(
        id, title: Self.marker, location: nil, for: call, reading: $0)
    }.get()
    #expect(try !findings().isEmpty)
    _ = try await store.change { try DocumentRules.delete(id, for: call, reading: $0) }.get()
    try await untilNothingIsFound()
    try await store.close()
    #expect(try findings().isEmpty)
  }

  @Test func `a snapshot that another has replaced is gone, too`() async throws {
    let store = try SQLiteCollaborationStore(path: scratch.path, options: options)
    let world = CollaborationWorld(store)
    _ = try await world.createDocument().get()
    let id = CollaborationWorld.document(1)
    for text in [String(repeating: Self.marker, count: 1000), "new"] {
      let snapshot = SnapshotRecord(documentID: id, sequence: 0, data: Array(text.utf8))
      try await store.change { _ in Decision((), changes: [.putSnapshot(snapshot)]) }
    }
    try await untilNothingIsFound()
    try await store.close()
  }

  @Test func `reads that go on only put it off`() async throws {
    let database = try scratch.open(options)
    let text = Self.marker
    try await database.change {
      try $0.execute(sql: "INSERT INTO item (id, body) VALUES (1, ?)", arguments: [text])
    }
    let gate = WriterGate()
    async let reading: Void = database.read { _ in gate.hold() }
    try await gate.waitUntilHeld()
    try await database.changeAndErase { db in
      try db.execute(sql: "DELETE FROM item")
      return ((), erases: true)
    }
    try await Task.sleep(for: .milliseconds(300))
    #expect(try !findings().isEmpty, "the read still sees it")
    // Writers go on meanwhile.
    try await database.insert(2)
    gate.open()
    try await reading
    try await untilNothingIsFound()
    #expect(try scratch.rows() == [2])
    try await database.close()
  }

  @Test func `that what was deleted cannot be cut off the log is told, with the tries`()
    async throws
  {
    let told = Mutex<[Int]>([])
    var options = options
    options.triesBeforeTelling = 2
    options.onHeldErasing = { tries in told.withLock { $0.append(tries) } }
    let database = try scratch.open(options)
    try await database.insert(1)
    let gate = WriterGate()
    async let reading: Void = database.read { _ in gate.hold() }
    try await gate.waitUntilHeld()
    try await database.changeAndErase { db in
      try db.execute(sql: "DELETE FROM item")
      return ((), erases: true)
    }
    while told.withLock(\.isEmpty) { try await Task.sleep(for: .milliseconds(20)) }
    #expect(told.withLock(\.first) == 2)
    gate.open()
    try await reading
    try await database.close()
  }

  @Test func `a connection that would leave deleted bytes in the file is refused`() throws {
    let queue = try scratch.stranger()
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA secure_delete = OFF")
      #expect(throws: SQLiteFailure(.notErasing)) { try SQLiteDatabase.verifyErasing(db) }
    }
  }
}
