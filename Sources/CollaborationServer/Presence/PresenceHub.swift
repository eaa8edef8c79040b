import CollaborationDomain
import GroveIdentity
import GroveServing
import GroveWire
import Synchronization

/// Who is present, as this node knows it, shared. What changed is told at intervals, so that many people moving
/// their cursors cost each stream one event per interval: put together once, the same bytes for all.
final class PresenceHub: Sendable {
  /// Who is present, as streams tell it.
  struct Frame: Sendable {
    var version: PresenceTable.Version
    /// One event of the stream.
    var bytes: [UInt8]
  }

  struct State {
    var board = PresenceTable()
    var changed: Set<DocumentID> = []
    /// Where leases were renewed since it was told: who comes is to read until when they last.
    var renewed: Set<DocumentID> = []
    /// What was told last; streams tell this and not what came since.
    var told: [DocumentID: Frame] = [:]
    /// When each may be told of again.
    var due: [DocumentID: UInt64] = [:]
    /// What the other nodes are to be told, and what of each window was said last; unused where there are none.
    var untold = PresenceOutbox()
    var order = PresenceOrder()

    /// A renewed lease is nothing to tell those who are there.
    mutating func put(
      _ entry: PresenceTable.Entry, in document: DocumentID, ifGeneration generation: UInt64,
      at now: UInt64
    ) -> PresenceTable.Put {
      let before = board.version(of: document)
      let put = board.put(entry, in: document, ifGeneration: generation, at: now)
      if board.version(of: document) != before {
        changed.insert(document)
      } else if put == .done {
        renewed.insert(document)
      }
      return put
    }
  }

  /// To the service that tells it.
  let calls = ServiceCalls()
  private let state = Mutex(State())
  private let hasOthers: Bool

  /// - Parameter hasOthers: whether other nodes are to be told.
  init(hasOthers: Bool) { self.hasOthers = hasOthers }

  /// Changes it, and calls whoever tells what has changed.
  func change<Value: Sendable>(_ act: (inout State) -> Value) -> Value {
    let (value, isNews) = state.withLock { state in
      let value = act(&state)
      return (value, !state.changed.isEmpty || !state.untold.isEmpty)
    }
    if isNews { calls.call() }
    return value
  }

  /// What other nodes are to be told, taken out.
  func takeUntold() -> [PresenceNews] { state.withLock { $0.untold.take() } }

  var generation: UInt64 { state.withLock(\.board.generation) }

  /// What to tell the streams of a document now.
  func frame(of document: DocumentID, at now: UInt64) -> Frame {
    state.withLock { state in
      if let told = state.told[document] { return told }
      let frame = Self.frame(of: document, in: state.board, at: now)
      if frame.version > 0 { state.told[document] = frame }
      return frame
    }
  }

  private static func frame(of document: DocumentID, in board: PresenceTable, at now: UInt64)
    -> Frame
  {
    let present = Presence(board.present(in: document, at: now))
    let event = try? DocumentFeed.event(CollaborationRoutes.presenceEventName, present)
    return Frame(version: board.version(of: document), bytes: event?.bytes ?? [])
  }

  func present(in document: DocumentID, at now: UInt64) -> [PresenceTable.Entry] {
    state.withLock { $0.board.present(in: document, at: now) }
  }

  /// Enters or renews.
  /// - Parameter isBackend: the app's backend acts for the account.
  func put(
    _ entry: PresenceTable.Entry, isBackend: Bool, in document: DocumentID,
    ifGeneration generation: UInt64, at now: UInt64
  ) -> PresenceTable.Put {
    change { state in
      let put = state.put(entry, in: document, ifGeneration: generation, at: now)
      guard put == .done else { return put }
      let key = PresenceKey(document: document, account: entry.account, clientID: entry.clientID)
      tell(key, PresenceNews.Here(entry, isBackend: isBackend), &state, at: now)
      return put
    }
  }

  /// Leaves before the lease ends.
  func end(_ key: PresenceKey, at now: UInt64) {
    change { state in
      if state.board.end(key.clientID, of: key.account, in: key.document) {
        state.changed.insert(key.document)
      }
      tell(key, nil, &state, at: now)
    }
  }

  private func tell(
    _ key: PresenceKey, _ here: PresenceNews.Here?, _ state: inout State, at now: UInt64
  ) {
    guard hasOthers else { return }
    let saidAt = state.order.time(of: key, at: now)
    state.order.note(key, saidAt: saidAt, at: now)
    state.untold.put(PresenceNews(key, saidAt: saidAt, here: here))
  }

  /// Nobody is told any more that they are here, from this moment.
  func remove(_ lost: LostAccess, from document: DocumentID) {
    change { state in
      guard state.board.remove(lost, from: document) else { return }
      state.told[document] = nil
      state.changed.insert(document)
    }
  }

  var accounts: Set<AccountLabel> { state.withLock(\.board.accounts) }

  func signOut(_ session: SessionHash) { takeOut { $0.signOut(session) } }

  func signOut(_ account: AccountLabel) { takeOut { $0.signOut(account) } }

  /// Nobody knows any more who may be here.
  func removeAll() { takeOut { $0.removeAll() } }

  private func takeOut(_ change: (inout PresenceTable) -> [DocumentID]) {
    self.change { state in
      for document in change(&state.board) {
        state.told[document] = nil
        state.changed.insert(document)
      }
    }
  }

  /// Ends leases that are over, and makes anew what is told of documents whose presence has changed
  /// and whose turn it is.
  ///
  /// - Parameters:
  ///   - moment: milliseconds of a clock that only goes on: the pace is kept by it.
  ///   - now: milliseconds since 1970: leases end by it.
  ///   - streams: how many streams a document has, which is what telling costs.
  /// - Returns: the documents whose streams are to be woken.
  func takeDue(at moment: UInt64, now: UInt64, streams: (DocumentID) -> Int) -> [DocumentID] {
    state.withLock { state in
      state.changed.formUnion(state.board.expire(at: now))
      state.told = state.told.filter { state.board.version(of: $0.key) > 0 }
      state.due = state.due.filter { moment < $0.value }
      let due = state.changed.union(state.renewed).filter { state.due[$0] == nil }
      for document in due {
        let frame = Self.frame(of: document, in: state.board, at: now)
        state.told[document] = frame.version > 0 ? frame : nil
        state.due[document] =
          moment + PresenceThrottle.interval(bytes: frame.bytes.count, streams: streams(document))
      }
      state.renewed.subtract(due)
      let changed = state.changed.intersection(due)
      state.changed.subtract(due)
      return Array(changed)
    }
  }

  /// Milliseconds after which there is something to do unless somebody calls before; nil: not until then.
  func pause(at now: UInt64) -> UInt64? {
    state.withLock { state in
      guard state.changed.isEmpty, state.untold.isEmpty else { return 0 }
      // A clock that is set back must not make anybody stay for long.
      return state.board.nextExpiry.map { min($0 > now ? $0 - now : 0, 1000) }
    }
  }
}
