import Dispatch
import StoreSQL
import Synchronization

/// A bounded number of threads that read, each on a connection of its own.
///
/// A reader takes what waits and runs it on one snapshot, which begins after every read in it was asked for: so each sees
/// all that was acknowledged before, and beginning a transaction is paid once for many. It takes in turns from those who
/// wait, a few of each, and looks again whose turn it is when they take long.
final class PostgresReaders: Sendable {
  private struct State {
    var waiting = FairQueue<PendingChange<PostgresConnection>>()
    var active = 0
    var idle: [PostgresConnection] = []
    var closing = false
    var onIdle: [@Sendable () -> Void] = []
  }

  private enum Admission { case refused, queued, newReader }

  private static let readsPerSnapshot = 64
  private static let readsPerGroup = 16

  private let state = Mutex(State())
  private let address: PostgresAddress
  private let options: PostgresOptions
  private let queue = DispatchQueue(label: "grove.postgres.read", attributes: .concurrent)

  init(_ address: PostgresAddress, _ options: PostgresOptions) {
    self.address = address
    self.options = options
  }

  func submit(_ read: PendingChange<PostgresConnection>, for group: String) {
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
    case .refused: read.fail(PostgresFailure(.unavailable))
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
    state.withLock { $0.idle = [] }
  }

  private func drain() {
    var reader = SnapshotReader(state.withLock { $0.idle.popLast() }, address, options)
    while let batch = takeBatch(from: &reader) {
      reader.run(batch)
      let (rest, paces) = (reader.rest, reader.paces)
      state.withLock { state in
        for pace in paces { state.waiting.note(pace.group, isSlow: pace.isSlow) }
        state.waiting.putBack(rest)
      }
    }
  }

  /// - Returns: nil when nothing waits; the connection has been handed back then.
  private func takeBatch(from reader: inout SnapshotReader) -> [FairQueue<
    PendingChange<PostgresConnection>
  >.Taken]? {
    if let batch = takeWaiting() { return batch }
    // Its last transaction is ended only now: where more waits, that goes out with the next one's begin.
    let connection = reader.finish()
    let (batch, idle) = state.withLock {
      state -> ([FairQueue<PendingChange<PostgresConnection>>.Taken], [@Sendable () -> Void]) in
      let batch = state.waiting.take(Self.readsPerSnapshot, perGroup: Self.readsPerGroup)
      guard batch.isEmpty else { return (batch, []) }
      if let connection { state.idle.append(connection) }
      state.active -= 1
      guard state.active == 0 else { return ([], []) }
      defer { state.onIdle = [] }
      return ([], state.onIdle)
    }
    for resume in idle { resume() }
    return batch.isEmpty ? nil : batch
  }

  private func takeWaiting() -> [FairQueue<PendingChange<PostgresConnection>>.Taken]? {
    let batch = state.withLock {
      $0.waiting.take(Self.readsPerSnapshot, perGroup: Self.readsPerGroup)
    }
    return batch.isEmpty ? nil : batch
  }
}
