import CollaborationDomain
import Synchronization

/// The presence of this node, shared. What changed is told at intervals, so that many people moving
/// their cursors cost each stream one event per interval.
final class PresenceRoom: Sendable {
  private struct State {
    var board = PresenceBoard()
    var changed: Set<DocumentID> = []
  }

  private let state = Mutex(State())

  var generation: UInt64 { state.withLock(\.board.generation) }

  func version(of document: DocumentID) -> PresenceBoard.Version {
    state.withLock { $0.board.version(of: document) }
  }

  func present(in document: DocumentID, at now: UInt64) -> [PresenceBoard.Entry] {
    state.withLock { $0.board.present(in: document, at: now) }
  }

  func put(
    _ entry: PresenceBoard.Entry, in document: DocumentID, ifGeneration generation: UInt64,
    at now: UInt64
  ) -> PresenceBoard.Put {
    state.withLock { state in
      let put = state.board.put(entry, in: document, ifGeneration: generation, at: now)
      if put == .done { state.changed.insert(document) }
      return put
    }
  }

  func update(_ document: DocumentID, _ change: (inout PresenceBoard) -> Bool) {
    state.withLock { state in
      if change(&state.board) { state.changed.insert(document) }
    }
  }

  func remove(_ lost: LostAccess, from document: DocumentID) {
    update(document) { $0.remove(lost, from: document) }
  }

  func signOut(_ session: SessionHash) {
    state.withLock { $0.changed.formUnion($0.board.signOut(session)) }
  }

  /// Ends leases that are over, and takes the documents whose presence has changed since last time.
  func takeChanged(at now: UInt64) -> Set<DocumentID> {
    state.withLock { state in
      state.changed.formUnion(state.board.expire(at: now))
      defer { state.changed = [] }
      return state.changed
    }
  }
}
