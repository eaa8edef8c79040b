import CollaborationDomain
import Synchronization

/// Which notices are on their way.
final class NoticesInFlight: Sendable {
  private let keys = Mutex<Set<WaitingNotice.Key>>([])
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  var busy: Set<WaitingNotice.Key> { keys.withLock { $0 } }

  /// False where it is on its way already, or where no more may be.
  func begin(_ key: WaitingNotice.Key) -> Bool {
    keys.withLock { $0.count < limit && $0.insert(key).inserted }
  }

  func end(_ key: WaitingNotice.Key) {
    keys.withLock { _ = $0.remove(key) }
  }
}

extension CollaborationChange {
  /// Whether somebody may have to be told.
  var tells: Bool {
    switch self {
    case .putNoticeEvent, .putWaitingNotice: true
    default: false
    }
  }
}
