import Foundation
import GroveWire
import HTTPTypes
import Synchronization

/// The bodies that are arriving at one server: what each may take, and where the large ones wait.
final class BodyStore: Sendable {
  private struct Ledgers {
    var memory: BodyLedger
    var disk: BodyLedger
  }

  let limits: BodyLimits
  /// Lets complete bodies back from disk into memory, few at a time.
  let turns: AsyncSemaphore
  private let ledgers: Mutex<Ledgers>
  private let folder: SpoolFolder

  /// - Parameter folder: for this server alone, emptied; nil: a temporary one.
  init(limits: BodyLimits, folder: String?) {
    self.limits = limits
    turns = AsyncSemaphore(limits.largeAtOnce)
    ledgers = Mutex(
      Ledgers(
        memory: BodyLedger(shares: limits.memory), disk: BodyLedger(shares: limits.disk)))
    self.folder = SpoolFolder(path: folder)
  }

  /// Bytes held now, in memory and on disk.
  var held: (memory: Int, disk: Int) {
    ledgers.withLock { ($0.memory.total, $0.disk.total) }
  }

  /// What counts a body; nil for one that announces to be small.
  func hold(for headers: HTTPFields, owner: () -> BodyOwner) -> BodyReservation? {
    if headers[.transferEncoding] == nil {
      // What is no number is refused when the body is read.
      let length = headers[.contentLength].flatMap { Int($0) } ?? 0
      guard length > limits.uncounted else { return nil }
    }
    return BodyReservation(store: self, owner: owner())
  }

  func spool() async throws(Problem) -> SpoolFile { try await folder.make() }

  /// - Throws: `rate_limited`, `unavailable`.
  func take(memory bytes: Int, for owner: BodyOwner) throws(Problem) {
    if let problem = ledgers.withLock({ $0.memory.take(bytes, for: owner) }) { throw problem }
  }

  /// - Throws: `rate_limited`, `unavailable`.
  func take(disk bytes: Int, for owner: BodyOwner) throws(Problem) {
    if let problem = ledgers.withLock({ $0.disk.take(bytes, for: owner) }) { throw problem }
  }

  func give(memory: Int, disk: Int, of owner: BodyOwner) {
    guard memory + disk > 0 else { return }
    ledgers.withLock { ledgers in
      ledgers.memory.give(memory, of: owner)
      ledgers.disk.give(disk, of: owner)
    }
  }
}

/// What one request's body takes of the store, until it is dropped.
final class BodyReservation: Sendable {
  private struct Amounts {
    var memory = 0
    var disk = 0
    var hasTurn = false
  }

  let store: BodyStore
  private let owner: BodyOwner
  private let taken = Mutex(Amounts())

  init(store: BodyStore, owner: BodyOwner) {
    self.store = store
    self.owner = owner
  }

  deinit { giveBack() }

  func take(memory bytes: Int) throws(Problem) {
    try store.take(memory: bytes, for: owner)
    taken.withLock { $0.memory += bytes }
  }

  func take(disk bytes: Int) throws(Problem) {
    try store.take(disk: bytes, for: owner)
    taken.withLock { $0.disk += bytes }
  }

  /// Waits until this body may be read from disk.
  func takeTurn() async {
    await store.turns.take()
    taken.withLock { $0.hasTurn = true }
  }

  /// The request is answered.
  func giveBack() {
    let taken = taken.withLock { taken in
      defer { taken = Amounts() }
      return taken
    }
    store.give(memory: taken.memory, disk: taken.disk, of: owner)
    if taken.hasTurn { store.turns.give() }
  }
}
