import GroveIdentity
import GroveWire
import Synchronization

/// What the system remembers in this process of messages that may be cancelled: how a file was shared before them.
final class DriveShareDesk: Sendable {
  /// The oldest is forgotten.
  static let most = 256

  enum Before: Hashable, Sendable {
    case notShared
    case shared(DriveShareTerms)
  }

  private let before = Mutex<[(start: RequestID, before: Before)]>([])

  /// The first word counts: a start that is asked for again finds its own share.
  func remember(_ before: Before, of start: RequestID) {
    self.before.withLock { known in
      guard !known.contains(where: { $0.start == start }) else { return }
      if known.count >= Self.most { known.removeFirst() }
      known.append((start, before))
    }
  }

  /// Nil where another process has carried it out, or too long ago.
  func before(_ start: RequestID) -> Before? {
    before.withLock { known in known.first { $0.start == start }?.before }
  }

  func forget(_ start: RequestID) { before.withLock { $0.removeAll { $0.start == start } } }
}
