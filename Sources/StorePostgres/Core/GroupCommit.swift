import StoreSQL

/// A batch of changes, until each of them has an answer or a failure.
///
/// Where rivals were in the way all of it is run again, a few times, after pauses that grow; then each change alone, so
/// that one that never gets through does not hold up the others. Where the connection went before the commit it is run
/// again once; where it went with the commit's answer, it is found out what became of it.
struct GroupCommit {
  typealias Taken = FairQueue<PendingChange<PostgresConnection>>.Taken

  private let batch: [Taken]
  private let session: WriterSession
  private let options: PostgresOptions

  private(set) var transactions = 0
  private(set) var conflicts = 0
  private(set) var doubts = 0
  private(set) var unknown = 0
  private(set) var faults: [PostgresFailure] = []
  private(set) var paces: [(group: String, isSlow: Bool)] = []
  /// What was not begun, because others took long.
  private(set) var rest: [Taken] = []

  init(_ batch: [Taken], _ session: WriterSession, _ options: PostgresOptions) {
    self.batch = batch
    self.session = session
    self.options = options
  }

  /// - Returns: what is to be called now: answers and failures, in the order of the changes.
  mutating func run() -> [@Sendable () -> Void] {
    switch run(batch[...], times: options.runsTogether, limit: options.changePace) {
    case .answers(let answers, let count):
      rest = Array(batch[count...])
      return answers
    case .failure(let failure): return failing(batch[...], failure)
    case .conflict: break
    }
    // One after the other, each as long as it takes: they have waited for a while.
    return batch.indices.flatMap { index in
      let one = batch[index...index]
      switch run(one, times: options.runsAlone, limit: options.changePace) {
      case .answers(let answers, _): return answers
      case .failure(let failure): return failing(one, failure)
      case .conflict: return failing(one, PostgresFailure(.unavailable, sqlState: "40001"))
      }
    }
  }

  private enum Result {
    /// And how many changes they are of.
    case answers([@Sendable () -> Void], Int)
    case failure(PostgresFailure)
    case conflict
  }

  private mutating func run(_ batch: ArraySlice<Taken>, times: Int, limit: Pace) -> Result {
    var pause = Pause(milliseconds: options.pause)
    var violating: Set<Int> = []
    var (runs, losses) = (0, 0)
    while true {
      var transaction = PostgresTransaction(batch, session, limit: limit, violating: violating)
      switch transaction.run() {
      case .committed(let answers):
        note(transaction)
        return .answers(answers, transaction.count)
      case .failed(let failure): return .failure(failure)
      case .conflict(let found):
        violating = found
        runs += 1
        conflicts += 1
        guard runs < times else { return .conflict }
        pause.wait()
      case .lost(let mark, let answers):
        if let mark {
          doubts += 1
          switch session.wasCommitted(mark) {
          case true?:
            note(transaction)
            return .answers(answers, transaction.count)
          case false?: break
          case nil: return .failure(PostgresFailure(.outcomeUnknown))
          }
        }
        losses += 1
        guard losses < 2 else { return .failure(PostgresFailure(.lost)) }
      }
    }
  }

  private mutating func note(_ transaction: PostgresTransaction) {
    transactions += 1
    paces += transaction.paces
  }

  private mutating func failing(_ batch: ArraySlice<Taken>, _ failure: PostgresFailure)
    -> [@Sendable () -> Void]
  {
    let outside = failure.outside
    if outside.code == .outcomeUnknown { unknown += 1 }
    faults.append(outside)
    return batch.map { taken in { taken.element.fail(outside) } }
  }
}
