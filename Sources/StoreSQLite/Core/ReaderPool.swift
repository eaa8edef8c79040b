import Dispatch
import GRDB
import StoreSQL
import Synchronization

/// A bounded number of threads that read, each on a connection of the pool.
///
/// A reader takes what waits and runs it on one snapshot, which begins after every read in it was
/// asked for: so each sees all that was acknowledged before, and beginning a transaction is paid
/// once for many. It takes in turns from those who wait, a few of each, so that somebody with one
/// read waits for a few of everybody's and not for the thousands of one; and looks again whose turn it is
/// when they take long.
final class ReaderPool: Sendable {
  private struct State {
    var waiting = FairQueue<PendingRead<Database>>()
    var active = 0
    var closing = false
    var onIdle: [@Sendable () -> Void] = []
  }

  private enum Admission { case refused, queued, newReader }

  private static let readsPerSnapshot = 64
  private static let readsPerGroup = 16

  private let state = Mutex(State())
  private let pool: DatabasePool
  private let path: String
  private let options: SQLiteOptions
  private let queue = DispatchQueue(label: "grove.sqlite.read", attributes: .concurrent)

  init(pool: DatabasePool, path: String, options: SQLiteOptions) {
    self.pool = pool
    self.path = path
    self.options = options
  }

  func submit(_ read: PendingRead<Database>, for group: String = "") {
    let admission: Admission = state.withLock { state in
      guard !state.closing, state.waiting.count < options.waitingReads,
        state.waiting.count(of: group) < options.waitingReadsPerGroup
      else { return .refused }
      state.waiting.append(read, for: group)
      guard state.active < options.readers else { return .queued }
      state.active += 1
      return .newReader
    }
    switch admission {
    case .refused: read.fail(SQLiteFailure(.unavailable))
    case .queued: break
    case .newReader: queue.async { self.drain() }
    }
  }

  /// Returns when the last read has been answered; nothing is admitted any more.
  func close() async {
    await withCheckedContinuation { continuation in
      let idle = state.withLock { state in
        state.closing = true
        if state.active > 0 { state.onIdle.append { continuation.resume() } }
        return state.active == 0
      }
      if idle { continuation.resume() }
    }
  }

  private func drain() {
    while let batch = takeBatch() { run(batch) }
  }

  private func takeBatch() -> [FairQueue<PendingRead<Database>>.Taken]? {
    let (batch, idle) = state.withLock {
      state -> ([FairQueue<PendingRead<Database>>.Taken], [@Sendable () -> Void]) in
      let batch = state.waiting.take(Self.readsPerSnapshot, perGroup: Self.readsPerGroup)
      guard batch.isEmpty else { return (batch, []) }
      state.active -= 1
      guard state.active == 0 else { return ([], []) }
      defer { state.onIdle = [] }
      return ([], state.onIdle)
    }
    for resume in idle { resume() }
    return batch.isEmpty ? nil : batch
  }

  private func run(_ batch: [FairQueue<PendingRead<Database>>.Taken]) {
    // Counted, because the snapshot's own end may fail after every read has been answered.
    var answered = 0
    var paces: [(group: String, isSlow: Bool)] = []
    do {
      try pool.read { db in
        var watch = PaceWatch(options.readPace)
        for read in batch where !watch.isOver {
          answered += 1
          read.element.run(db)
          paces.append((read.group, watch.lap()))
        }
      }
      let (rest, known) = (Array(batch[answered...]), paces)
      state.withLock { state in
        for pace in known { state.waiting.note(pace.group, isSlow: pace.isSlow) }
        state.waiting.putBack(rest)
      }
    } catch {
      if let fault = StoreFault(error, path: path) { options.onFault(fault) }
      for read in batch[answered...] { read.element.fail(SQLiteFailure.describing(error)) }
    }
  }
}
