import GRDB
import StoreSQL

/// One transaction for several changes that do not know of each other.
///
/// A change that throws is told so and leaves no trace; the others go on. What is refused throws before it has written
/// anything, or does not throw, so there is nothing to undo. One that throws later is a mistake of ours: then
/// everything is rolled back and begun anew with a savepoint for each. Savepoints for all, always, cost a copy of every
/// page that a change touches: above 64 KiB in a file, more than half of all that was written for a grant.
///
/// When the transaction itself is lost (a full disk, an input/output error, a failed commit), every change in
/// it fails: none may be told that it is durable. Whether none of them is there, or nobody can say,
/// depends on where it failed: before the commit nothing has happened, afterwards see
/// `SQLiteFailure.describingCommit`.
///
/// It ends early once it has taken long: what it was not begun with then waits for the next one.
struct SharedTransaction {
  private let batch: [FairQueue<PendingChange<Database>>.Taken]
  private let path: String
  private let limit: Pace
  private var done: [(change: PendingChange<Database>, deliver: @Sendable () -> Void)] = []
  private var next = 0
  private var hasSavepoints = false
  /// What the disk did to it.
  private(set) var fault: StoreFault?
  /// Whether what was to be committed may be found by the next start, or not.
  private(set) var isDoubtful = false

  /// How long each group's last change took.
  private(set) var paces: [(group: String, isSlow: Bool)] = []

  init(_ batch: [FairQueue<PendingChange<Database>>.Taken], path: String, limit: Pace) {
    self.batch = batch
    self.path = path
    self.limit = limit
  }

  /// What was not begun, because others took long.
  var rest: [FairQueue<PendingChange<Database>>.Taken] { Array(batch[next...]) }

  /// What is to be called now, outside of the transaction: answers and failures.
  mutating func perform(_ db: Database) -> [@Sendable () -> Void] {
    var answers: [@Sendable () -> Void] = []
    var isCommitting = false
    do {
      try SQLiteConnection(db).run("BEGIN IMMEDIATE", [])
      var watch = PaceWatch(limit)
      while next < batch.count, !watch.isOver {
        let group = batch[next].group
        if let refusal = try runNext(db) { answers.append(refusal) }
        paces.append((group, watch.lap()))
      }
      isCommitting = true
      try SQLiteConnection(db).run("COMMIT", [])
      return answers + done.map(\.deliver)
    } catch is LeftTraces {
      return performAgain(db)
    } catch {
      // Asked first: a rollback would put its own result in its place.
      note(error, db)
      // Harmless where SQLite has rolled back by itself; a transaction must never stay open.
      if db.isInsideTransaction { try? db.rollback() }
      let failure =
        isCommitting ? SQLiteFailure.describingCommit(error) : SQLiteFailure.describing(error)
      isDoubtful = (failure as? SQLiteFailure)?.code == .outcomeUnknown
      let lost = done.map(\.change) + batch[next...].map(\.element)
      next = batch.count
      return answers + lost.map { change in { change.fail(failure) } }
    }
  }

  /// A change has thrown after it had written something.
  private struct LeftTraces: Error {}

  private mutating func performAgain(_ db: Database) -> [@Sendable () -> Void] {
    do {
      try db.rollback()
    } catch {
      note(error, db)
      if db.isInsideTransaction { try? db.rollback() }
      let failure = SQLiteFailure.describing(error)
      defer { next = batch.count }
      return batch.map { taken in { taken.element.fail(failure) } }
    }
    (done, paces, next, hasSavepoints) = ([], [], 0, true)
    return perform(db)
  }

  /// - Returns: the failure to deliver when the change threw and left no trace.
  /// - Throws: when the transaction as a whole is lost; `LeftTraces`.
  private mutating func runNext(_ db: Database) throws -> (@Sendable () -> Void)? {
    let change = batch[next].element
    if hasSavepoints { try SQLiteConnection(db).run("SAVEPOINT change", []) }
    let before = db.totalChangesCount
    do {
      let deliver = try change.run(db)
      // Whoever ended the transaction has undone the others' changes, too.
      guard db.isInsideTransaction else { throw SQLiteFailure(.unavailable) }
      if hasSavepoints { try SQLiteConnection(db).run("RELEASE change", []) }
      done.append((change, deliver))
      next += 1
      return nil
    } catch {
      note(error, db)
      // Some errors end the whole transaction inside SQLite: then there is nothing to go back to.
      guard db.isInsideTransaction else { throw error }
      try undo(since: before, db)
      next += 1
      let failure = SQLiteFailure.describing(error)
      return { change.fail(failure) }
    }
  }

  private func undo(since before: Int, _ db: Database) throws {
    guard hasSavepoints else {
      guard db.totalChangesCount == before else { throw LeftTraces() }
      return
    }
    try SQLiteConnection(db).run("ROLLBACK TO change", [])
    try SQLiteConnection(db).run("RELEASE change", [])
  }

  private mutating func note(_ error: any Error, _ db: Database) {
    fault = StoreFault(error, on: db, path: path) ?? fault
  }
}
