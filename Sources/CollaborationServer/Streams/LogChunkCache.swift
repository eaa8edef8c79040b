import CollaborationDomain
import GroveServing
import Synchronization

/// A stretch of a document's log as streams send it, put together once for all that are at the same
/// position. Its bytes are counted for as long as anybody holds it.
final class LogChunk: Sendable {
  struct Key: Hashable, Sendable {
    var document: DocumentID
    var after: UInt64
    /// Knocks are for the owner only, so there are two texts of a stretch.
    var isOwner: Bool
  }

  let bytes: [UInt8]
  /// The last sequence looked at.
  let position: UInt64
  /// It ended because it was long enough: it stays what it is, whatever is appended.
  let isFull: Bool
  /// Nil for what is too small to count.
  let share: ByteReservation?

  init(_ bytes: [UInt8], position: UInt64, isFull: Bool, share: ByteReservation?) {
    self.bytes = bytes
    self.position = position
    self.isFull = isFull
    self.share = share
  }
}

/// The pieces that were made last, in bounded memory.
///
/// Access is not looked up here: whoever takes a piece has looked it up in the same read.
final class LogChunkCache: Sendable {
  private struct State {
    var pieces: [LogChunk.Key: LogChunk] = [:]
    /// Oldest first; those of pieces that are gone stay until their turn.
    var order: [LogChunk.Key] = []
    var bytes = 0
  }

  private static let maximumBytes = 4 << 20
  private static let maximumPieces = 2048

  private let state = Mutex(State())

  /// - Parameter last: the newest entry of the log where access was looked up. Nothing newer is given,
  ///   though another stream may have read on; and a piece that ended at the end once and does not any
  ///   more is made anew, so that a log does not come in crumbs.
  func piece(_ key: LogChunk.Key, last: UInt64) -> LogChunk? {
    state.withLock { state in
      guard let piece = state.pieces[key],
        piece.isFull && piece.position < last || piece.position == last
      else { return nil }
      return piece
    }
  }

  func keep(_ piece: LogChunk, as key: LogChunk.Key) {
    guard piece.bytes.count <= Self.maximumBytes else { return }
    // What goes is let go outside of the lock: it gives its bytes back.
    let gone = state.withLock { state -> [LogChunk] in
      var gone: [LogChunk] = []
      if let old = state.pieces.updateValue(piece, forKey: key) {
        state.bytes -= old.bytes.count
        gone.append(old)
      } else {
        state.order.append(key)
      }
      state.bytes += piece.bytes.count
      if state.bytes > Self.maximumBytes || state.pieces.count > Self.maximumPieces {
        gone += Self.dropOldest(&state, except: key)
      }
      return gone
    }
    withExtendedLifetime(gone) {}
  }

  /// Lets the pieces of a document go: it is deleted, or others need the room.
  func forget(_ document: DocumentID?) {
    let gone = state.withLock { state -> [LogChunk] in
      let keys = state.pieces.keys.filter { document == nil || $0.document == document }
      return keys.compactMap { key in
        let piece = state.pieces.removeValue(forKey: key)
        state.bytes -= piece?.bytes.count ?? 0
        return piece
      }
    }
    withExtendedLifetime(gone) {}
  }

  /// Half of them at once, so that it is not done for each.
  private static func dropOldest(_ state: inout State, except key: LogChunk.Key) -> [LogChunk] {
    var gone: [LogChunk] = []
    var passed = 0
    for old in state.order {
      guard state.bytes > maximumBytes / 2 || state.pieces.count > maximumPieces / 2 else { break }
      passed += 1
      guard old != key, let piece = state.pieces.removeValue(forKey: old) else { continue }
      state.bytes -= piece.bytes.count
      gone.append(piece)
    }
    state.order.removeFirst(passed)
    if passed > 0 { state.order.append(key) }
    return gone
  }
}
