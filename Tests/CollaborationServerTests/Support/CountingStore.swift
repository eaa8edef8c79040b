import CollaborationDomain
import DriveDomain
import RecordDomain
import Synchronization

/// A store that counts the writes it is asked for: how a test sees that nothing has changed, and
/// that nothing was even looked up.
final class CountingStore: CollaborationStore, RecordStore, DriveStore {
  private let base: any CollaborationStore & RecordStore
  private let drives: any DriveStore
  private let counts = Mutex((writes: 0, transactions: 0))

  init(_ base: any CollaborationStore & RecordStore & DriveStore) {
    self.base = base
    drives = base
  }

  /// In memory, with no drives of its accounts.
  init(_ base: RecordMemoryStore) {
    self.base = base
    drives = DriveMemoryStore()
  }

  /// Rows written so far, expiry aside.
  var writes: Int { counts.withLock(\.writes) }
  /// Changes and reads so far.
  var transactions: Int { counts.withLock(\.transactions) }

  /// Both counts, once nothing has been asked for a while: a server that begins looks through what waits to be told.
  func settled() async throws -> (writes: Int, transactions: Int) {
    while true {
      let before = counts.withLock(\.self)
      try await Task.sleep(for: .milliseconds(250))
      if counts.withLock(\.self) == before { return before }
    }
  }

  func change<Answer: Sendable>(
    _ decide: @escaping @Sendable (any CollaborationReader) throws -> Decision<Answer>
  ) async throws -> Answer {
    try await changeRecords(for: "") { reader in
      let decision = try decide(reader.collaborations)
      return RecordDecision(
        decision.answer, changes: decision.changes.map(RecordChange.collaboration))
    }
  }

  func changeRecords<Answer: Sendable>(
    for group: String,
    _ decide: @escaping @Sendable (any RecordReader) throws -> RecordDecision<Answer>
  ) async throws -> Answer {
    try await base.changeRecords(for: group) { reader in
      let decision = try decide(reader)
      let writes = decision.changes.count { change in
        switch change {
        case .collaboration(.purge), .collaboration(.touchSession): false
        default: true
        }
      }
      let isSweep =
        Answer.self == Void.self || Answer.self == Int.self || Answer.self == Bool.self
        || "\(Answer.self)" == "SweptAssets"
      self.counts.withLock { counts in
        counts.writes += writes
        counts.transactions += isSweep ? 0 : 1
      }
      return decision
    }
  }

  func readRecords<Answer: Sendable>(
    for group: String, _ look: @escaping @Sendable (any RecordReader) throws -> Answer
  ) async throws -> Answer {
    counts.withLock { $0.transactions += 1 }
    return try await base.readRecords(for: group, look)
  }

  func changeDrives<Answer: Sendable>(
    for group: String,
    _ decide: @escaping @Sendable (any DriveReader) throws -> DriveDecision<Answer>
  ) async throws -> Answer {
    try await drives.changeDrives(for: group) { reader in
      let decision = try decide(reader)
      // Whatever nobody asked for is not counted, as above.
      if !group.isEmpty {
        self.counts.withLock { counts in
          counts.writes += decision.changes.count
          counts.transactions += 1
        }
      }
      return decision
    }
  }

  func readDrives<Answer: Sendable>(
    for group: String, _ look: @escaping @Sendable (any DriveReader) throws -> Answer
  ) async throws -> Answer {
    if !group.isEmpty { counts.withLock { $0.transactions += 1 } }
    return try await drives.readDrives(for: group, look)
  }

  func read<Answer: Sendable>(
    _ look: @escaping @Sendable (any CollaborationReader) throws -> Answer
  ) async throws -> Answer {
    counts.withLock { $0.transactions += 1 }
    return try await base.read(look)
  }
}
