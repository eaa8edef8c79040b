import CollaborationDomain
import Foundation
import GroveIdentity
import StoreSQLite

/// Updates of 100 bytes to 64 documents by 64 people at once, below HTTP: what the rules and the store leave of what
/// SQLite itself can do (`Peers/commits`).
struct UpdateToLog: Sendable {
  static let writers = 64
  private static let seconds = 4

  private let folder: URL
  private let store: SQLiteCollaborationStore
  private let now: UInt64

  /// What one round made.
  struct Round {
    let perSecond: Double
    /// Updates that were committed together.
    let rowsPerTransaction: Double
  }

  init(now: UInt64) throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("grove-benchmark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    store = try SQLiteCollaborationStore(path: folder.appendingPathComponent("log.sqlite").path)
    self.now = now
  }

  /// As many rounds as asked for, each followed by SQLite's own with as many rows in each transaction.
  static func measure(rounds: Int, now: UInt64) async throws {
    Output.line("\nupdates of 100 bytes to \(writers) documents, \(writers) waiting together")
    for _ in 0..<rounds {
      let one = try UpdateToLog(now: now)
      let ours = try await one.written()
      let limit = try one.limit(rows: Int(ours.rowsPerTransaction.rounded()))
      try await one.store.close()
      try FileManager.default.removeItem(at: one.folder)
      Output.line(
        String(
          format: "  %8.0f updates a second, %.0f to a transaction; SQLite in C %8.0f: %.2f of it",
          ours.perSecond, ours.rowsPerTransaction, limit, ours.perSecond / limit))
    }
  }

  private func written() async throws -> Round {
    let people = try (0..<Self.writers).map { try AccountLabel("u\($0)@bench.example") }
    let documents = people.indices.map {
      DocumentID(unchecked: [UInt8](repeating: UInt8($0), count: 16))
    }
    let rows = zip(people, documents).flatMap { account, id -> [CollaborationChange] in
      [
        .putAccount(
          AccountRecord(account: account, displayName: account.text, password: nil, createdAt: now)),
        .putDocument(
          DocumentRecord(id: id, owner: account, title: "Measured", location: "", createdAt: now)),
      ]
    }
    try await store.change { _ in Decision((), changes: rows) }
    let (commits, begin) = (try commits(), ContinuousClock.now)
    let end = begin + .seconds(Self.seconds)
    let done = try await withThrowingTaskGroup(of: Int.self) { group in
      for (account, id) in zip(people, documents) {
        group.addTask { try await write(to: id, by: account, until: end) }
      }
      return try await group.reduce(0, +)
    }
    let took = (ContinuousClock.now - begin) / .seconds(1)
    return Round(
      perSecond: Double(done) / took,
      rowsPerTransaction: Double(done) / Double(try self.commits() - commits))
  }

  /// One after the other, each durable before the next.
  private func write(
    to id: DocumentID, by account: AccountLabel, until end: ContinuousClock.Instant
  )
    async throws -> Int
  {
    let session = SessionHash(unchecked: [UInt8](repeating: id.bytes[0], count: 32))
    let caller = Caller(account: account, authority: .backend(session: session, displayName: nil))
    var (generator, done) = (SeededGenerator(seed: UInt64(id.bytes[0])), 0)
    while ContinuousClock.now < end {
      let update = UpdateRules.Update(
        .edit, generator.bytes(100), updateID: RequestID(unchecked: generator.bytes(16)))
      let call = Call(caller, at: now)
      let outcome = try await store.change {
        try UpdateRules.append(update, to: id, for: call, reading: $0)
      }
      _ = try outcome.get()
      done += 1
    }
    return done
  }

  /// SQLite's index of its log counts transactions, in its ninth to twelfth byte.
  private func commits() throws -> Int {
    let index = try Data(contentsOf: folder.appendingPathComponent("log.sqlite-shm"))
    return index[8..<12].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// Rows a second that SQLite's C interface writes with as many in each transaction.
  private func limit(rows: Int) throws -> Double {
    let source = URL(filePath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Peers/commits/main.c").standardized.path
    let program = folder.appendingPathComponent("commits").path
    _ = try output("/usr/bin/cc", ["-O2", "-o", program, source, "-lsqlite3"])
    let file = folder.appendingPathComponent("peer.sqlite").path
    let text = try output(program, [file, String(rows), String(Self.seconds)])
    return Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? .nan
  }

  private func output(_ program: String, _ arguments: [String]) throws -> String {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.standardOutput = pipe
    try process.run()
    let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure.failed(program) }
    return String(decoding: bytes, as: UTF8.self)
  }

  enum Failure: Error { case failed(String) }
}
